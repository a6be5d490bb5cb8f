"""Helpers that are told the type and the size of the arrays that they make."""
from cudapy import *

# sums : void (float* A, double* B)
def sums(A, B):
    TILE = 64
    A[idx] = block_sum(A[idx], float, TILE) + block_sum(A[idx], float32, 128)
    B[idx] = block_sum(B[idx], B.dtype.type, TILE)

def block_sum(value, dtype, size):
    parts = shared(dtype, size)
    parts[threadIdx.x] = value
    syncthreads()
    total = dtype(0)
    for i in range(size):
        total += parts[i]
    syncthreads()
    return total


def halved(x, dtype=float64, size=2):
    own = local(dtype, size)
    own[-1] = dtype(x) / dtype(2)
    return own[size - 1]


# by_default : void (float* X, double* R)
def by_default(X, R):
    R[idx] = halved(X[idx]) + halved(idx, dtype=float32) + halved(X[idx], float64, 3) + halved(X[idx], size=4)
