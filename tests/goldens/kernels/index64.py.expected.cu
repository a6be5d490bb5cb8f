// Translated from index64.py by pycu2cu 0.2.0.

#include "index64.py.expected.h"

#include <cstdint>
#include <cuda_runtime.h>
//+ prelude not_launched of 64-bit coordinates
//+ prelude check_launch_x of 64-bit coordinates
//+ prelude check_launch_xy of 64-bit coordinates

// Adds a multiple of one vector to another.
//
// Y = alpha X + Y, for as many elements as X has.
static __global__ void saxpy(int64_t threads, float alpha, const float* X, int64_t X_len, float* Y)
{
    const int64_t idx = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (idx >= threads) return;
    if (idx < X_len) {
        Y[idx] = alpha * X[idx] + Y[idx];
    }
}

extern "C" cudaError_t launch_saxpy(int64_t threads_x, int64_t threads_y, int64_t threads_z, dim3 grid,
                                    dim3 block, size_t shared_bytes, cudaStream_t stream, float alpha,
                                    const float* X, int64_t X_len, float* Y, int64_t /*Y_len*/)
{
    if (!check_launch_x(threads_x, threads_y, threads_z, grid, block)) return not_launched(threads_x,
        threads_y, threads_z);
    saxpy<<<grid, block, shared_bytes, stream>>>(threads_x, alpha, X, X_len, Y);
    return cudaGetLastError();
}

static __global__ void total(int64_t threads, const float* X, int64_t X_len, float* R)
{
    const int64_t idx = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (idx >= threads) return;
    double acc = 0.0;
    for (int64_t i = idx; i < X_len; i += 1024) {
        acc += double(X[i]) * i;
    }
    R[idx] = acc;
    R[threadIdx.x] = int64_t(blockIdx.x) - 1;
}

extern "C" cudaError_t launch_total(int64_t threads_x, int64_t threads_y, int64_t threads_z, dim3 grid,
                                    dim3 block, size_t shared_bytes, cudaStream_t stream, const float* X,
                                    int64_t X_len, float* R, int64_t /*R_len*/)
{
    if (!check_launch_x(threads_x, threads_y, threads_z, grid, block)) return not_launched(threads_x,
        threads_y, threads_z);
    total<<<grid, block, shared_bytes, stream>>>(threads_x, X, X_len, R);
    return cudaGetLastError();
}

static __global__ void rows(int64_t threads_x, int64_t threads_y, int* R)
{
    const int64_t idx = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t idy = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
    if (idx >= threads_x || idy >= threads_y) return;
    R[idy * 10 + idx] = int(idx);
}

extern "C" cudaError_t launch_rows(int64_t threads_x, int64_t threads_y, int64_t threads_z, dim3 grid,
                                   dim3 block, size_t shared_bytes, cudaStream_t stream, int* R,
                                   int64_t /*R_len*/)
{
    if (!check_launch_xy(threads_x, threads_y, threads_z, grid, block)) return not_launched(threads_x,
        threads_y, threads_z);
    rows<<<grid, block, shared_bytes, stream>>>(threads_x, threads_y, R);
    return cudaGetLastError();
}
