"""docs/coming-from.md: the two kernels in CuPy, as CUDA C++ in a RawModule and in the Python of cupyx.jit."""

import cupy
import numpy as np
from cupyx import jit

THREADS = 256

SOURCE = r"""
extern "C" __global__ void saxpy(float alpha, const float* X, float* Y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) Y[i] = alpha * X[i] + Y[i];
}

extern "C" __global__ void block_sums(const float* X, float* total, int n) {
    __shared__ float cache[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x;
    cache[t] = i < n ? X[i] : 0.0f;
    __syncthreads();
    for (int stride = 128; stride > 0; stride /= 2) {
        if (t < stride) cache[t] += cache[t + stride];
        __syncthreads();
    }
    if (t == 0) atomicAdd(total, cache[0]);
}
"""


def run_raw(n):
    module = cupy.RawModule(code=SOURCE)
    saxpy, block_sums = module.get_function("saxpy"), module.get_function("block_sums")
    X = cupy.arange(n, dtype=cupy.float32) % 10
    Y = cupy.ones(n, cupy.float32)
    total = cupy.zeros(1, cupy.float32)
    blocks = (n + THREADS - 1) // THREADS
    saxpy((blocks,), (THREADS,), (np.float32(2), X, Y, np.int32(n)))
    block_sums((blocks,), (THREADS,), (Y, total, np.int32(n)))
    return cupy.asnumpy(Y), float(total[0])


@jit.rawkernel()
def saxpy(alpha, X, Y):
    i = jit.grid(1)
    if i < X.size:
        Y[i] = alpha * X[i] + Y[i]


@jit.rawkernel()
def block_sums(X, total):
    cache = jit.shared_memory(cupy.float32, 256)
    i = jit.grid(1)
    t = jit.threadIdx.x
    cache[t] = X[i] if i < X.size else cupy.float32(0)
    jit.syncthreads()
    stride = cupy.uint32(128)
    while stride > 0:
        if t < stride:
            cache[t] += cache[t + stride]
        jit.syncthreads()
        stride = stride >> 1
    if t == 0:
        jit.atomic_add(total, 0, cache[0])


def run_jit(n):
    X = cupy.arange(n, dtype=cupy.float32) % 10
    Y = cupy.ones(n, cupy.float32)
    total = cupy.zeros(1, cupy.float32)
    blocks = (n + THREADS - 1) // THREADS
    saxpy[blocks, THREADS](cupy.float32(2), X, Y)
    block_sums[blocks, THREADS](Y, total)
    return cupy.asnumpy(Y), float(total[0])


if __name__ == "__main__":
    from expected import check

    check(*run_raw(100_000))
    check(*run_jit(100_000))
