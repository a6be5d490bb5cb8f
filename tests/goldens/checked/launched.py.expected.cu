// Translated from launched.py by pycu2cu 0.1.0.

#include <cuda_runtime.h>

// The number of the first assertion that failed, for the host.
__device__ int failed_assertion;

// Ends the thread. The others go on, so that no memory is lost, as it would be with a trap.
static __device__ void fail_assertion(int number)
{
    atomicCAS(&failed_assertion, 0, number);
    asm volatile("exit;");
}

// The number of the first check that failed, what it has found, and its thread, for the host.
__device__ unsigned long long failed_check[6];

// Ends the thread. The others go on, so that no memory is lost, as it would be with a trap.
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
    asm volatile("exit;");
    __builtin_unreachable();
}

// The value, which must be from 0 to below the end.
static __device__ int in_range(int value, int end, int number)
{
    if (value < 0 || value >= end)
        fail_check(number, value, end);
    return value;
}

// a + b, which must fit.
static __device__ int exact_add(int a, int b, int number)
{
    const long long left = a;
    const long long result = left + b;
    if (result != int(result))
        fail_check(number, a, b);
    return int(result);
}

// a - b, which must fit.
static __device__ int exact_sub(int a, int b, int number)
{
    const long long left = a;
    const long long result = left - b;
    if (result != int(result))
        fail_check(number, a, b);
    return int(result);
}

static __device__ float mean(const int* X, int X_len, int i)
{
    if (!(i < 100)) fail_assertion(1);
    return exact_add(X[in_range(i, X_len, 1)], X[in_range(exact_add(i, 1, 4), X_len, 3)], 2) / 2.0f;
}

extern "C" __global__ void smooth(unsigned threads_x, unsigned threads_y, const int* __restrict__ X,
                                  int X_len, float* Y, int Y_rows, int Y_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    if (unsigned(idx) >= threads_x || unsigned(idy) >= threads_y) return;
    Y[in_range(idx, Y_rows, 5) * Y_cols + in_range(idy, Y_cols, 6)] = mean(X, X_len, idx);
}

extern "C" __global__ void reversed_sums(int* X, int X_len, int cache_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    extern __shared__ __align__(16) unsigned char shared_memory[];
    int* const cache = reinterpret_cast<int*>(shared_memory);
    cache[in_range(int(threadIdx.x), cache_len, 7)] = X[in_range(idx, X_len, 8)];
    __syncthreads();
    const int index = in_range(idx, X_len, 9);
    X[index] =
        exact_add(X[index],
        cache[in_range(exact_sub(exact_sub(int(blockDim.x), int(threadIdx.x), 12), 1, 13), cache_len, 11)],
        10);
}
