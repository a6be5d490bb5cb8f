# pycu2cu: --dialect numba
# Tuples as values under `cuda.jit`: a negative index that is known only when the kernel runs counts from the end.
from cudapy import cuda

SIZES = (16, 32, 64)


# tuples : void (float* a, int64* out, int64[,] b)
def tuples(a, out, b):
    i = cuda.grid(1)
    s = b.shape
    t = (0, 2, 3)
    out[0] = t[i] + s[i] + SIZES[::-1][i] + (s + t[1:])[i]
    if i in (0, 7) or b.shape[:1] == s[1:]:
        out[1] = min((4, 2, 8)) + max(s)
    n, m = b[i]
    for p in ((n, m), s):
        out[2] += p[0] * p[1]
    t = (t[1], t[0], i)
    out[3] = t[0] + len(a.shape)
