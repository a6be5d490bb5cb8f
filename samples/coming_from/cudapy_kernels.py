"""docs/coming-from.md: the two kernels in CudaPy."""

import numpy as np

import cudapy as cp
from cudapy import atomicAdd, idx, shared, syncthreads, threadIdx

THREADS = 256


# saxpy : void (float alpha, float* X, float* Y)
def saxpy(alpha, X, Y):
    if idx < len(X):
        Y[idx] = alpha * X[idx] + Y[idx]


# block_sums : void (float* X, float* total)
def block_sums(X, total):
    cache = shared(float, THREADS)
    t = threadIdx.x
    cache[t] = X[idx] if idx < len(X) else 0.0
    syncthreads()
    stride = THREADS // 2
    while stride > 0:
        if t < stride:
            cache[t] += cache[t + stride]
        syncthreads()
        stride //= 2
    if t == 0:
        atomicAdd(total, 0, cache[0])


def run(n):
    saxpy_call, sums_call = cp.compile(saxpy), cp.compile(block_sums)
    X = cp.CudaArray(np.arange(n, dtype=np.float32) % 10)
    Y = cp.full(n, 1, cp.Float)
    total = cp.zeros(1, cp.Float)
    saxpy_call(n)(2, X, Y)
    sums_call(n)(Y, total)
    return Y.numpy(), total[0]


if __name__ == "__main__":
    from expected import check

    check(*run(100_000))
