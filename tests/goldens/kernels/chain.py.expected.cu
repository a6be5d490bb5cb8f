// Translated from chain.py by pycu2cu 0.2.0.

#include "chain.py.expected.h"

#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

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
