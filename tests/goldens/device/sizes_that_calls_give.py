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
