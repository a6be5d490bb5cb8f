// Translated from chain.py by pycu2cu 0.1.0.

#include "chain.py.expected.h"

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
static __global__ void multiply(unsigned threads, int alpha, const int* X, int* result)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    result[idx] = X[idx] * alpha;
}

extern "C" cudaError_t launch_multiply(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, int alpha, const int* X, int /*X_len*/,
                                       int* result, int /*result_len*/)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    multiply<<<grid, block, shared_bytes, stream>>>(threads.x, alpha, X, result);
    return cudaGetLastError();
}

static __global__ void add(unsigned threads, const int* Y, int* result)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    result[idx] += Y[idx];
}

extern "C" cudaError_t launch_add(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                  cudaStream_t stream, const int* Y, int /*Y_len*/, int* result,
                                  int /*result_len*/)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    add<<<grid, block, shared_bytes, stream>>>(threads.x, Y, result);
    return cudaGetLastError();
}
