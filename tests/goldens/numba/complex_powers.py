# pycu2cu: --dialect numba
from cudapy import cuda


# powers : void (complex64* z, complex128* w, uint16* n)
@cuda.jit
def powers(z, w, n):
    i = cuda.grid(1)
    if i < z.size:
        z[i] **= 2
        w[i] = pow(z[i], z[0]) + w[i] ** 0.5
        total = w[i]
        total += z[i]
        w[i] = total * n[i].bit_count()
        z[0] = float("inf")
