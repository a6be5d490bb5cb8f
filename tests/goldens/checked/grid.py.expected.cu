// Translated from grid.py by pycu2cu 0.1.0.

#include <cooperative_groups.h>
#include <cuda_runtime.h>

// The number of the first check that failed, what it has found, and its thread, for the host.
__device__ unsigned long long failed_check[6];

// The thread goes on, since others wait for it where all blocks do.
static __device__ void fail_check(int number, long long value, long long bound)
{
    const long long x = 1LL * blockIdx.x * blockDim.x + threadIdx.x;
    const long long y = 1LL * blockIdx.y * blockDim.y + threadIdx.y;
    const long long z = 1LL * blockIdx.z * blockDim.z + threadIdx.z;
    if (atomicCAS(&failed_check[0], 0ULL, 1ULL * number) == 0) {
        failed_check[1] = value;
        failed_check[2] = bound;
        failed_check[3] = x;
        failed_check[4] = y;
        failed_check[5] = z;
    }
}

// The value, which must be from 0 to below the end.
static __device__ int in_range(int value, int end, int number)
{
    if (value < 0 || value >= end)
        return fail_check(number, value, end), end == 0 ? (__trap(), 0) : value < 0 ? 0 : end - 1;
    return value;
}

// a + b, which must fit.
static __device__ int exact_add(int a, int b, int number)
{
    const long long left = a;
    const long long result = left + b;
    if (result != int(result))
        return fail_check(number, a, b), 0;
    return int(result);
}

// a - b, which must fit.
static __device__ int exact_sub(int a, int b, int number)
{
    const long long left = a;
    const long long result = left - b;
    if (result != int(result))
        return fail_check(number, a, b), 0;
    return int(result);
}

extern "C" __global__ void relaxed(float* X, int X_len, float* Y, int Y_len, int steps)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    for (int _ = 0; _ < steps; ++_) {
        Y[in_range(idx, Y_len, 1)] =
            (X[in_range(exact_sub(idx, 1, 3), X_len, 2)] + X[in_range(exact_add(idx, 1, 5), X_len, 4)])
            / 2.0f;
        cooperative_groups::this_grid().sync();
        X[in_range(idx, X_len, 6)] = Y[in_range(idx, Y_len, 7)];
        cooperative_groups::this_grid().sync();
    }
}
