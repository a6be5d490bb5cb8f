// Translated from launched_and_called.py by pycu2cu 0.1.0.

#include "launched_and_called.py.expected.h"

#include <cuda_runtime.h>

// On an axis that a kernel guards, a grid needs a thread for every one asked for.
// More than 2^32 of them would have coordinates that repeat.
static bool covers(unsigned threads, unsigned grid, unsigned block)
{
    const unsigned long long launched = 1ULL * grid * block;
    return threads <= 0x7fffffff && launched >= threads && launched <= 0x100000000;
}

// On any other axis, it needs as many threads as were asked for, and no more.
static bool matches(unsigned threads, unsigned grid, unsigned block)
{
    return block == 1 && grid == threads;
}

// pycu2cu: --header
//
// Sets the thread's element, when there is one.
static __device__ void clear_device(float value, float* X, int X_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < X_len) {
        X[idx] = value;
    }
}

static __global__ void clear(unsigned threads, float value, float* X, int X_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    clear_device(value, X, X_len);
}

extern "C" cudaError_t launch_clear(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, float value, float* X, int X_len)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    clear<<<grid, block, shared_bytes, stream>>>(threads.x, value, X, X_len);
    return cudaGetLastError();
}

static __global__ void clear_both(unsigned threads, float* X, int X_len, float* Y, int Y_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    clear_device(0.0f, X, X_len);
    clear_device(1.0f, Y, Y_len);
}

extern "C" cudaError_t launch_clear_both(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream, float* X, int X_len, float* Y, int Y_len)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    clear_both<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, Y, Y_len);
    return cudaGetLastError();
}
