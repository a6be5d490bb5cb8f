"""docs/coming-from.md: the two kernels in PyCUDA."""

import numpy as np
import pycuda.autoinit  # makes a context
import pycuda.driver as driver
from pycuda.compiler import SourceModule

THREADS = 256

SOURCE = """
__global__ void saxpy(float alpha, const float* X, float* Y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) Y[i] = alpha * X[i] + Y[i];
}

__global__ void block_sums(const float* X, float* total, int n) {
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


def run(n):
    module = SourceModule(SOURCE)
    saxpy, block_sums = module.get_function("saxpy"), module.get_function("block_sums")
    X = np.arange(n, dtype=np.float32) % 10
    Y = np.ones(n, np.float32)
    total = np.zeros(1, np.float32)
    grid, block = ((n + THREADS - 1) // THREADS, 1), (THREADS, 1, 1)
    saxpy(np.float32(2), driver.In(X), driver.InOut(Y), np.int32(n), block=block, grid=grid)
    block_sums(driver.In(Y), driver.InOut(total), np.int32(n), block=block, grid=grid)
    return Y, total[0]


if __name__ == "__main__":
    from expected import check

    check(*run(100_000))
