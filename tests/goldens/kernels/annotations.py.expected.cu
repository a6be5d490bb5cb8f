// Translated from annotations.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void decorated(unsigned threads, float a, float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[idx] = a;
}

extern "C" cudaError_t launch_decorated(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, float a, float* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    decorated<<<grid, block, shared_bytes, stream>>>(threads.x, a, X);
    return cudaGetLastError();
}

static __global__ void annotated(unsigned threads, float a, int64_t n, float* X, bool p)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (p && idx < n) {
        X[idx] = a;
    }
}

extern "C" cudaError_t launch_annotated(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, float a, int64_t n, float* X, int /*X_len*/,
                                        bool p)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    annotated<<<grid, block, shared_bytes, stream>>>(threads.x, a, n, X, p);
    return cudaGetLastError();
}

static __device__ double helper(float x)
{
    return double(x) * 2.0;
}

static __global__ void both(unsigned threads, float x, double* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[idx] = helper(x);
}

extern "C" cudaError_t launch_both(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, float x, double* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    both<<<grid, block, shared_bytes, stream>>>(threads.x, x, X);
    return cudaGetLastError();
}
