# pycu2cu: --dialect numba
# numba compiles a barrier that not every thread reaches.
from cudapy import cuda


# apart : void (int* out)
@cuda.jit
def apart(out):
    t = cuda.threadIdx.x
    if t < 16:
        cuda.syncthreads()
    out[t] = t
