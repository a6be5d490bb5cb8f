// Translated from chain.py by pycu2cu 0.2.0.

#include "chain.py.expected.h"

#include <cuda_runtime.h>

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
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
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
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    add<<<grid, block, shared_bytes, stream>>>(threads.x, Y, result);
    return cudaGetLastError();
}
