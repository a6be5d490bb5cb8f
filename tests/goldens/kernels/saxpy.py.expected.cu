// Translated from saxpy.py by pycu2cu 0.1.0.

#include "saxpy.py.expected.h"

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

// Adds a multiple of one vector to another.
//
// Y = alpha X + Y, for as many elements as X has.
static __global__ void saxpy(unsigned threads, float alpha, const float* X, int X_len, float* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx < X_len) {
        Y[idx] = alpha * X[idx] + Y[idx];
    }
}

extern "C" cudaError_t launch_saxpy(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, float alpha, const float* X, int X_len, float* Y,
                                    int /*Y_len*/)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    saxpy<<<grid, block, shared_bytes, stream>>>(threads.x, alpha, X, X_len, Y);
    return cudaGetLastError();
}
