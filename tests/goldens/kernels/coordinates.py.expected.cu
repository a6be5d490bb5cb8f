// Translated from coordinates.py by pycu2cu 0.2.0.

#include "coordinates.py.expected.h"

#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_xy
//+ prelude check_launch_xz
//+ prelude check_launch_x

// pycu2cu: --header
static __device__ int position(int width)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    return idy * width + idx;
}

static __global__ void coordinates(int width, int* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int i = position(width);
    R[i] = int(threadIdx.x) - 1;
    R[i] += int(blockIdx.x) * int(blockDim.x) + int(threadIdx.x) - idx;
    R[i] += int(gridDim.x) + 32;
    R[threadIdx.x] = -int(blockIdx.x);
    const int x = threadIdx.x;
    R[i] += x;
}

extern "C" cudaError_t launch_coordinates(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                          cudaStream_t stream, int width, int* R, int /*R_len*/)
{
    if (!check_launch_xy(threads, grid, block)) return not_launched(threads);
    coordinates<<<grid, block, shared_bytes, stream>>>(width, R);
    return cudaGetLastError();
}

static __global__ void third(unsigned threads_x, unsigned threads_z, int* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idz = blockIdx.z * blockDim.z + threadIdx.z;
    if (unsigned(idx) >= threads_x || unsigned(idz) >= threads_z) return;
    R[idz] = idz;
}

extern "C" cudaError_t launch_third(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, int* R, int /*R_len*/)
{
    if (!check_launch_xz(threads, grid, block)) return not_launched(threads);
    third<<<grid, block, shared_bytes, stream>>>(threads.x, threads.z, R);
    return cudaGetLastError();
}

// Does not ask who it is.
static __global__ void one(unsigned threads, int n, int* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    for (int i = 0; i < n; ++i) {
        R[i] = i;
    }
}

extern "C" cudaError_t launch_one(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                  cudaStream_t stream, int n, int* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    one<<<grid, block, shared_bytes, stream>>>(threads.x, n, R);
    return cudaGetLastError();
}
