// Translated from grid_size.py by pycu2cu 0.2.0.

#include "grid_size.py.expected.h"

#include <cstdint>
#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x
//+ prelude check_launch_xy

static __global__ void add_one(float* X, int X_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    for (int64_t i_counter = idx; i_counter < X_len; i_counter += int(gridDim.x) * int(blockDim.x)) {
        const int i = i_counter;
        X[i] += 1.0f;
    }
}

extern "C" cudaError_t launch_add_one(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, float* X, int X_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    add_one<<<grid, block, shared_bytes, stream>>>(X, X_len);
    return cudaGetLastError();
}

static __global__ void add_two(float* X, int X_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    for (int64_t i_counter = idx; i_counter < X_len; i_counter += int(gridDim.x) * int(blockDim.x)) {
        const int i = i_counter;
        X[i] += 2.0f;
    }
}

extern "C" cudaError_t launch_add_two(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, float* X, int X_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    add_two<<<grid, block, shared_bytes, stream>>>(X, X_len);
    return cudaGetLastError();
}

static __device__ int stride(int factor)
{
    return factor * (int(gridDim.y) * int(blockDim.y));
}

static __global__ void rows(int* A, int A_rows, int A_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    int i = idy;
    while (i < A_rows) {
        if (idx < A_cols) {
            A[i * A_cols + idx] += 1;
        }
        i += stride(1);
    }
}

extern "C" cudaError_t launch_rows(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, int* A, int A_rows, int A_cols)
{
    if (!check_launch_xy(threads, grid, block)) return not_launched(threads);
    rows<<<grid, block, shared_bytes, stream>>>(A, A_rows, A_cols);
    return cudaGetLastError();
}
