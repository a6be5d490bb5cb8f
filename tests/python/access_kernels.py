"""Kernels whose access patterns test_explain.py prints, with their lines."""

import cudapy as cp
from cudapy import blockIdx, idx, idy, shared, syncthreads, threadIdx
from access_helper import total


@cp.kernel("void (float[,] A, float[,] B, float[,] C)")
def product(A, B, C):
    sum = 0.0
    for k in range(A.shape[1]):
        sum += A[idy, k] * B[k, idx]
    C[idy, idx] += sum


@cp.kernel("void (float[,] A, float[,] B)")
def transpose(A, B):
    tile = shared(float, (32, 32))
    x, y = threadIdx.x, threadIdx.y
    tile[y, x] = A[32 * blockIdx.y + y, 32 * blockIdx.x + x]
    syncthreads()
    B[32 * blockIdx.x + y, 32 * blockIdx.y + x] = tile[x, y]


@cp.kernel("void (float[,] A, float* X, int* at, float* Y, int n)")
def sums(A, X, at, Y, n):
    s = total(A[idx])
    if s > 0:
        Y[idx] = s + X[4 * idx] + X[2 * idx] + X[2 * idx + 1] + X[idx * n] + X[at[idx]] + X[max(idx, 7)]
    A[idx, 0] = A[0, 0]


@cp.kernel("void (float* X, float* Y)")
def copy(X, Y):
    Y[idx] = X[idx]
