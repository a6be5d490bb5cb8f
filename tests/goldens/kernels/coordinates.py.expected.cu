// Translated from coordinates.py by pycu2cu 0.1.0.

#include "coordinates.py.expected.h"

#include <cuda_runtime.h>

// On an axis that a kernel guards, a grid needs a thread for every one asked for.
// More than 2^32 of them would have coordinates that repeat.
static bool covers(unsigned threads, unsigned grid, unsigned block)
{
    const unsigned long long launched = 1ULL * grid * block;
    return threads <= 0x7fffffff && launched >= threads && launched <= 0x100000000;
}

// A kernel that runs whole blocks does so for all of their threads, also beyond the number asked for.
static bool covers_in_whole_blocks(unsigned threads, unsigned grid, unsigned block)
{
    const unsigned long long launched = 1ULL * grid * block;
    return launched >= threads && launched <= 0x80000000;
}

// On any other axis, it needs as many threads as were asked for, and no more.
static bool matches(unsigned threads, unsigned grid, unsigned block)
{
    return block == 1 && grid == threads;
}

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
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers_in_whole_blocks(threads.x, grid.x, block.x)
            || !covers_in_whole_blocks(threads.y, grid.y, block.y) || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
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
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !covers(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
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
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    one<<<grid, block, shared_bytes, stream>>>(threads.x, n, R);
    return cudaGetLastError();
}
