# pycu2cu: --dialect numba
# Positions are int64, shared arrays take their shape first, and a negative index counts from the end.
import numpy as np
from cudapy import cuda

TPB = 16


# axpy : void (float64 a, float64* x, float64* y)
def axpy(a, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] += a * x[i]


# strided_sum : void (float32* x, float64* out)
def strided_sum(x, out):
    start = cuda.grid(1)
    stride = cuda.gridsize(1)
    for i in range(start, x.shape[0], stride):
        cuda.atomic.add(out, 0, x[i])


# matmul : void (float32[,] A, float32[,] B, float32[,] C)
def matmul(A, B, C):
    sA = cuda.shared.array(shape=(TPB, TPB), dtype=np.float32)
    sB = cuda.shared.array((TPB, TPB), np.float32)
    x, y = cuda.grid(2)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    total = np.float32(0.)
    for i in range(cuda.gridDim.x):
        sA[ty, tx] = 0
        sB[ty, tx] = 0
        if y < A.shape[0] and tx + i * TPB < A.shape[1]:
            sA[ty, tx] = A[y, tx + i * TPB]
        if x < B.shape[1] and ty + i * TPB < B.shape[0]:
            sB[ty, tx] = B[ty + i * TPB, x]
        cuda.syncthreads()
        for j in range(TPB):
            total += sA[ty, j] * sB[j, tx]
        cuda.syncthreads()
    if y < C.shape[0] and x < C.shape[1]:
        C[y, x] = total


# neighbours : void (int32* A, int32* B, int32 by)
def neighbours(A, B, by):
    i = cuda.grid(1)
    if i < A.size:
        B[i] = A[i - 1] + A[-1] + A[by]
