// Translated from defaults.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ helper minimum(float)
//+ helper maximum(float)
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ float clamp(float x, float low, float high)
{
    return minimum(maximum(x, low), high);
}

static __global__ void defaults(unsigned threads, float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[0] = clamp(X[0], 0.0f, 1.0f);
    X[1] = clamp(X[1], -1.0f, 1.0f);
    X[2] = clamp(X[2], 0.0f, 2.0f);
    X[3] = clamp(X[3], -X[4], X[4]);
}

extern "C" cudaError_t launch_defaults(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, float* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    defaults<<<grid, block, shared_bytes, stream>>>(threads.x, X);
    return cudaGetLastError();
}
