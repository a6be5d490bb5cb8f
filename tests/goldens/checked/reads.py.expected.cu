// Translated from reads.py by pycu2cu 0.1.0.

#include <cstdint>
#include <cuda_runtime.h>

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

// The value of a variable, which must have been assigned.
static __device__ int assigned(int value, bool is_assigned, int number)
{
    if (!is_assigned)
        fail_check(number, 0, 0);
    return value;
}

// The value of a variable, which must have been assigned.
static __device__ float assigned(float value, bool is_assigned, int number)
{
    if (!is_assigned)
        fail_check(number, 0, 0);
    return value;
}

// The value, which must not be 0.
static __device__ int nonzero(int value, int number)
{
    if (value == 0)
        fail_check(number, 0, value);
    return value;
}

// a * b, which must fit.
static __device__ int exact_mul(int a, int b, int number)
{
    const long long left = a;
    const long long result = left * b;
    if (result != int(result))
        fail_check(number, a, b);
    return int(result);
}

// What a path has not assigned has a flag beside it.
extern "C" __global__ void branches(unsigned threads, int* X, int X_len, float* Y, int Y_len, int n, int step)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    int a = 0;
    bool a_is_assigned = false;
    float total = 0.0f;
    bool total_is_assigned = false;
    int i = 0;
    bool i_is_assigned = false;
    float c = 0.0f;
    bool c_is_assigned = false;
    if (n > 3) {
        a = X[in_range(0, X_len, 1)];
        a_is_assigned = true;
    }
    X[in_range(1, X_len, 2)] = assigned(a, a_is_assigned, 3);
    const int i_step = nonzero(step, 4);
    for (int64_t i_counter = 0; i_step > 0 ? i_counter < n : i_step < 0 && i_counter > n; i_counter +=
            i_step) {
        i = i_counter;
        i_is_assigned = true;
        total = Y[in_range(i, Y_len, 5)];
        total_is_assigned = true;
    }
    Y[in_range(0, Y_len, 6)] = assigned(total, total_is_assigned, 7) + assigned(i, i_is_assigned, 8);
    int b = X[in_range(2, X_len, 9)];
    X[in_range(3, X_len, 10)] = b;
    while (X[in_range(4, X_len, 11)] > 0) {
        c = 1.5f;
        c_is_assigned = true;
        if (X[in_range(5, X_len, 12)] != 0) {
            break;
        }
    }
    c = assigned(c, c_is_assigned, 13) + Y[in_range(1, Y_len, 14)];
    c_is_assigned = true;
    Y[in_range(2, Y_len, 15)] = c;
}

extern "C" __global__ void known(int* X, int X_len, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int i_step = exact_mul(int(blockDim.x), int(gridDim.x), 16);
    for (int64_t i_counter = idx; i_counter < n; i_counter += i_step) {
        int i = i_counter;
        X[in_range(i, X_len, 17)] = 1;
    }
    for (int i = n; i > 0; i -= 2) {
        X[in_range(i, X_len, 18)] = 2;
    }
}
