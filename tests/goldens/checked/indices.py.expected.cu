// Translated from indices.py by pycu2cu 0.2.0.

#include <cassert>
#include <cstdio>
#include <cuda_runtime.h>

// Says what is outside the contract of the language, and stops.
static __device__ void fail_check(const char* format, const char* where, long long value, long long bound)
{
    const long long x = 1LL * blockIdx.x * blockDim.x + threadIdx.x;
    const long long y = 1LL * blockIdx.y * blockDim.y + threadIdx.y;
    const long long z = 1LL * blockIdx.z * blockDim.z + threadIdx.z;
    printf(format, where, x, y, z, value, bound);
    assert(!"outside the contract of the language");
    __trap();
}

// The value, which must be from 0 to below the end.
static __device__ int in_range(int value, int end, const char* where)
{
    if (value < 0 || value >= end) {
        fail_check("%s, in thread (%lld, %lld, %lld): %lld is not in range(%lld)\n", where, value, end);
    }
    return value;
}

// The value, whose integer part must be from low to below high.
static __device__ float rounds_into(float value, float low, float high, const char* where)
{
    if (!((value >= low || value > low - 1) && value < high)) {
        const double wide = value;
        long long bits;
        memcpy(&bits, &wide, sizeof bits);
        fail_check("%s, in thread (%lld, %lld, %lld): the number is too large\n", where, bits, 0);
    }
    return value;
}

// a - b, which must fit.
static __device__ int exact_sub(int a, int b, const char* where)
{
    const long long left = a;
    const long long result = left - b;
    if (result != int(result)) {
        fail_check("%s, in thread (%lld, %lld, %lld): the result for %lld and %lld does not fit\n", where, a, b);
    }
    return int(result);
}

// Returns why nothing is launched: there are no threads, or the grid does not fit them.
static cudaError_t not_launched(dim3 threads)
{
    const bool is_empty = threads.x == 0 || threads.y == 0 || threads.z == 0;
    return is_empty ? cudaSuccess : cudaErrorInvalidConfiguration;
}

// Returns whether there are threads to launch, and the grid covers them along x and has no others along y and
// z.
static bool check_launch_x(dim3 threads, dim3 grid, dim3 block)
{
    const unsigned long long x = 1ULL * grid.x * block.x;
    return threads.x > 0 && threads.y > 0 && threads.z > 0 && x >= threads.x && x <= 0x80000000
        && grid.y == threads.y && block.y == 1 && grid.z == threads.z && block.z == 1;
}

// Returns whether there are threads to launch, and the grid covers them along x and y and has no others along
// z.
static bool check_launch_xy(dim3 threads, dim3 grid, dim3 block)
{
    const unsigned long long x = 1ULL * grid.x * block.x, y = 1ULL * grid.y * block.y;
    return threads.x > 0 && threads.y > 0 && threads.z > 0 && x >= threads.x && x <= 0x80000000
        && y >= threads.y && y <= 0x80000000 && grid.z == threads.z && block.z == 1;
}

static __global__ void saxpy(unsigned threads, float alpha, const float* X, int X_len, float* Y, int Y_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx < X_len) {
        Y[in_range(idx, Y_len, "indices.py:7: `Y[idx]`")] = alpha
            * X[in_range(idx, X_len, "indices.py:7: `X[idx]`")]
            + Y[in_range(idx, Y_len, "indices.py:7: `Y[idx]`")];
    }
}

extern "C" cudaError_t launch_saxpy(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, float alpha, const float* X, int X_len, float* Y,
                                    int Y_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    saxpy<<<grid, block, shared_bytes, stream>>>(threads.x, alpha, X, X_len, Y, Y_len);
    return cudaGetLastError();
}

static __global__ void blurred(unsigned threads_x, unsigned threads_y, const float* A, int A_rows, int A_cols,
                               float* last, int last_len, int i)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    if (unsigned(idx) >= threads_x || unsigned(idy) >= threads_y) return;
    const int row = in_range(i, A_rows, "indices.py:12: `A[i]`") * A_cols;
    last[in_range(last_len - 1, last_len, "indices.py:13: `last[-1]`")] =
        A[row + in_range(idy, A_cols, "indices.py:13: `row[idy]`")]
        + A[in_range(i, A_rows, "indices.py:13: `A[ i, idx ]`") * A_cols
            + in_range(idx, A_cols, "indices.py:13: `A[ i, idx ]`")];
}

extern "C" cudaError_t launch_blurred(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const float* A, int A_rows, int A_cols,
                                      float* last, int last_len, int i)
{
    if (!check_launch_xy(threads, grid, block)) return not_launched(threads);
    blurred<<<grid, block, shared_bytes, stream>>>(threads.x, threads.y, A, A_rows, A_cols, last, last_len,
                                                   i);
    return cudaGetLastError();
}

static __device__ float of_lists(const float* rows, const int* rows_offsets, int rows_len, int i, int j)
{
    const int index = in_range(i, rows_len, "indices.py:21: `rows[i]`");
    const int index_ = j;
    return rows[rows_offsets[index]
                + in_range(index_, rows_offsets[index + 1] - rows_offsets[index],
                           "indices.py:21: `rows[i][j]`")];
}

static __global__ void turned(const float* rows, const int* rows_offsets, int rows_len, int* bins,
                              int bins_len, float* X, int X_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float cache[64];
    cache[in_range(int(threadIdx.x), 64, "indices.py:27: `cache[threadIdx.x]`")] =
        of_lists(rows, rows_offsets, rows_len, idx, 2);
    __syncthreads();
    X[in_range(idx, X_len, "indices.py:29: `X[idx]`")] =
        cache[in_range(exact_sub(63, int(threadIdx.x), "indices.py:29: `63 - threadIdx.x`"), 64,
                       "indices.py:29: `cache[63 - threadIdx.x]`")];
    atomicAdd(&bins[in_range(int(rounds_into(X[in_range(idx, X_len, "indices.py:30: `X[idx]`")],
                                             -2147483648.0f, 2147483648.0f, "indices.py:30: `X[idx]`")),
                             bins_len, "indices.py:30: `int(X[idx])`")], 1);
}

extern "C" cudaError_t launch_turned(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const float* rows, const int* rows_offsets,
                                     int rows_len, int* bins, int bins_len, float* X, int X_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    turned<<<grid, block, shared_bytes, stream>>>(rows, rows_offsets, rows_len, bins, bins_len, X, X_len);
    return cudaGetLastError();
}
