"""Sizes of arrays: variables that are assigned once to constants, tuples of the module and of the kernel."""
from cudapy import *

TILE = (4, 8)

# sums : void (float* A)
def sums(A):
    BLOCK = 256
    HALF, WARPS = BLOCK // 2, BLOCK // 32
    shape = (2, WARPS)
    cache = shared(float, BLOCK)
    parts = shared(float, shape)
    tile = shared(float, TILE)
    own = local(int, (shape[0], HALF // 64))
    cache[threadIdx.x] = A[idx]
    tile[threadIdx.x // 8 % 4, threadIdx.x % 8] = BLOCK
    own[1, 1] = len(parts)
    parts[0, threadIdx.x // 32] = own[1, 1]
    syncthreads()
    A[idx] = cache[BLOCK - 1 - threadIdx.x] + parts[0, 0] + tile[0, 0]
