// Translated from indices.py by pycu2cu 0.2.0.

#include <cassert>
#include <cstdio>
#include <cuda_runtime.h>
//+ prelude failed_check with stubs
//+ helper in_range(int) with stubs
//+ helper rounds_into(float) with stubs
//+ helper exact_sub(int) with stubs
//+ prelude not_launched
//+ prelude check_launch_x
//+ prelude check_launch_xy

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
