"""Types and sizes that calls give helpers: what is no constant, and what is no type."""
from cudapy import *

# sums : void (float* A, int n)
def sums(A, n):
    A[idx] = tile(A, float, n) + tile(A, n, 4) + changed(4) + twice(float) + made(A, float32) + made(A, A.dtype)

def tile(A, dtype, size):
    own = local(dtype, size)
    own[0] = A[idx]
    return own[0]

def made(A, dtype):
    return dtype(1)

def changed(size):
    size = 5
    own = local(float, size)
    own[0] = size
    return own[0]

def twice(x):
    return 2 * x
