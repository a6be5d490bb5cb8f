// Translated from launched_and_called.py by pycu2cu 0.2.0.

#include "launched_and_called.py.expected.h"

#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

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
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
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
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    clear_both<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, Y, Y_len);
    return cudaGetLastError();
}
