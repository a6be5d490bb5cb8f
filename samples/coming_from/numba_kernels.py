"""docs/coming-from.md: the two kernels in numba-cuda. NUMBA_ENABLE_CUDASIM=1 runs them without a GPU."""

import numpy as np
from numba import cuda, float32

THREADS = 256


@cuda.jit
def saxpy(alpha, X, Y):
    i = cuda.grid(1)
    if i < X.size:
        Y[i] = alpha * X[i] + Y[i]


@cuda.jit
def block_sums(X, total):
    cache = cuda.shared.array(THREADS, float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    cache[t] = X[i] if i < X.size else 0
    cuda.syncthreads()
    stride = THREADS // 2
    while stride > 0:
        if t < stride:
            cache[t] += cache[t + stride]
        cuda.syncthreads()
        stride //= 2
    if t == 0:
        cuda.atomic.add(total, 0, cache[0])


def run(n):
    X = cuda.to_device(np.arange(n, dtype=np.float32) % 10)
    Y = cuda.to_device(np.ones(n, np.float32))
    total = cuda.to_device(np.zeros(1, np.float32))
    blocks = (n + THREADS - 1) // THREADS
    saxpy[blocks, THREADS](np.float32(2), X, Y)
    block_sums[blocks, THREADS](Y, total)
    return Y.copy_to_host(), total.copy_to_host()[0]


if __name__ == "__main__":
    from expected import check

    check(*run(1000 if cuda.__name__.endswith("simulator") else 100_000))
