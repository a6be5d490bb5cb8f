# pycu2cu: --dialect numba
import math

from cudapy import cuda


# halves : void (half* a, int8* n, float* out)
@cuda.jit
def halves(a, n, out):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = a[i] * a[0] + n[i]
        out[i] = -a[i] // a[0]
        out[i] += max(abs(a[i]), a[1]) > 2
        out[i] += math.sin(a[i]) * a[1] + math.tan(a[i]) + math.floor(a[i]) + round(a[i])
        a[i] /= a[1] if a[1] > a[i] else n[i]


# bfloats : void (bfloat16* a, uint8* n, double* out)
@cuda.jit
def bfloats(a, n, out):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = a[i] * n[i] - a[0]
        out[i] = a[i] * 3
        out[i] += math.exp(a[i]) * a[i]
        out[i] += a[i] < n[i]
