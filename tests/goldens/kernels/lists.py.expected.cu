// Translated from lists.py by pycu2cu 0.2.0.

#include "lists.py.expected.h"

#include <cstdint>
#include <cuda_runtime.h>
//+ helper floor_mod(int)
//+ helper maximum(int)
//+ helper ptxas_negation_workaround(int)
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ float total(const float* X, int X_len)
{
    float acc = 0.0f;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        acc += x;
    }
    return acc;
}

static __device__ int longest(const float* rows, const int* rows_offsets, int rows_len)
{
    int n = 0;
    for (int row_index = 0; row_index < rows_len; ++row_index) {
        const int row_len = rows_offsets[row_index + 1] - rows_offsets[row_index];
        n = maximum(ptxas_negation_workaround(n), row_len);
    }
    return n;
}

static __global__ void sums(unsigned threads, float* rows, const int* rows_offsets, int rows_len, float* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx < rows_len) {
        const int row = rows_offsets[idx];
        const int row_len = rows_offsets[idx + 1] - rows_offsets[idx];
        R[idx] = total(rows + row, row_len) + longest(rows, rows_offsets, rows_len) + rows[rows_offsets[idx]]
            + rows[row + (row_len - 1)] + (rows_offsets[rows_len] - rows_offsets[rows_len - 1]);
        for (int i = 0; i < row_len; ++i) {
            rows[row + i] *= 2.0f;
        }
    }
}

extern "C" cudaError_t launch_sums(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, float* rows, const int* rows_offsets, int rows_len,
                                   float* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    sums<<<grid, block, shared_bytes, stream>>>(threads.x, rows, rows_offsets, rows_len, R);
    return cudaGetLastError();
}

static __global__ void walk(unsigned threads, const int* __restrict__ rows,
                            const int* __restrict__ rows_offsets, int rows_len, int64_t* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    for (int i = 0; i < rows_len; ++i) {
        const int row = rows_offsets[i];
        int row_len = rows_offsets[1 + i];
        row_len -= row;
        R[0] += i * row_len;
        for (int j = 0; j < row_len; ++j) {
            const int x = rows[row + j];
            R[1] += x;
        }
    }
    for (int j = 0; j < rows_len; ++j) {
        const int a = rows_offsets[j];
        const int b = rows_offsets[j];
        int b_len = rows_offsets[1 + j];
        b_len -= b;
        R[2] += rows[a] * rows[b + (b_len - 1)];
    }
}

extern "C" cudaError_t launch_walk(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, const int* rows, const int* rows_offsets,
                                   int rows_len, int64_t* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    walk<<<grid, block, shared_bytes, stream>>>(threads.x, rows, rows_offsets, rows_len, R);
    return cudaGetLastError();
}

static __global__ void gather(unsigned threads, const int* table, const int* table_offsets, int table_len,
                              int* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int row = table_offsets[X[idx]];
    const int row_len = table_offsets[X[idx] + 1] - table_offsets[X[idx]];
    X[idx] = table[row + floor_mod(idx, row_len)];
}

extern "C" cudaError_t launch_gather(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const int* table, const int* table_offsets,
                                     int table_len, int* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    gather<<<grid, block, shared_bytes, stream>>>(threads.x, table, table_offsets, table_len, X);
    return cudaGetLastError();
}
