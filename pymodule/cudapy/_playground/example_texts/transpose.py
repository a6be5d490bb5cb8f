import cudapy as cp
from cudapy import blockIdx, shared, syncthreads, threadIdx

TILE = 32


# A row of the tile has one element more than it holds. Take the
# `+ 1` away, run, and look at the memory: the threads of a warp then
# read a column whose elements all lie in one bank.
@cp.kernel("void (int[,] A, int[,] B)")
def transpose(A, B):
    tile = shared(cp.int32, (TILE, TILE + 1))
    x, y = threadIdx.x, threadIdx.y
    left, top = blockIdx.x * TILE, blockIdx.y * TILE
    if top + y < A.shape[0] and left + x < A.shape[1]:
        tile[y, x] = A[top + y, left + x]
    syncthreads()
    if left + y < B.shape[0] and top + x < B.shape[1]:
        B[left + y, top + x] = tile[x, y]
