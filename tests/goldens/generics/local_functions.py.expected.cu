// Translated from local_functions.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ float helper_float(float x, float by)
{
    return x * by;
}

static __device__ float op(float x, float y, float alpha)
{
    return x * alpha + y;
}

static __device__ float apply_again(float x, float alpha, const float* tile)
{
    return op(x, tile[0], alpha);
}

static __device__ float apply_float(float x, float alpha, const float* tile)
{
    return apply_again(apply_again(x, alpha, tile), alpha, tile);
}

static __device__ float apply_sqrt(float a)
{
    return sqrtf(a);
}

static __device__ float apply_root_float(float x)
{
    return apply_sqrt(apply_sqrt(x));
}

static __device__ float op_(float x, int y, float alpha)
{
    return x * alpha + y;
}

static __global__ void kernel(unsigned threads, float* X, int64_t* W, float alpha)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    // names of functions are no variables
    float tile[4];
    tile[0] = op_(sqrtf(X[idx]), 1, alpha);
    X[idx] = apply_float(tile[0], alpha, tile) + helper_float(X[idx], 2.0f) + apply_root_float(float(W[idx]));
    W[idx] = int64_t(X[idx]) + 3;
}

extern "C" cudaError_t launch_kernel(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, float* X, int /*X_len*/, int64_t* W, int /*W_len*/,
                                     float alpha)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    kernel<<<grid, block, shared_bytes, stream>>>(threads.x, X, W, alpha);
    return cudaGetLastError();
}
