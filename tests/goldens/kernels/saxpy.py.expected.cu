// Translated from saxpy.py by pycu2cu 0.2.0.

#include "saxpy.py.expected.h"

#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

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
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    saxpy<<<grid, block, shared_bytes, stream>>>(threads.x, alpha, X, X_len, Y);
    return cudaGetLastError();
}
