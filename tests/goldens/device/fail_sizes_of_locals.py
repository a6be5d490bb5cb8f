"""Variables that are no sizes of arrays: assigned twice, after the array, by a loop, and to what is no constant."""
from cudapy import *

# sums : void (float* A, int n)
def sums(A, n):
    twice = 4
    twice = 5
    a = local(float, twice)
    b = local(float, later)
    later = 4
    for i in range(2):
        pass
    c = local(float, i)
    d = local(float, n)
    length = len(A)
    e = local(float, length)
    real = 2.5
    f = local(float, real)
    g = local(float, (4, length))
    A[idx] = a[0] + b[0] + c[0] + d[0] + e[0] + f[0] + g[0, 0]
