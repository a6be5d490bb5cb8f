// Translated from helper.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ float axpy(float alpha, float x, float y)
{
    return alpha * x + y;
}

static __global__ void saxpy(unsigned threads, float alpha, const float* X, float* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Y[idx] = axpy(alpha, X[idx], Y[idx]);
}

extern "C" cudaError_t launch_saxpy(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, float alpha, const float* X, int /*X_len*/, float* Y,
                                    int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    saxpy<<<grid, block, shared_bytes, stream>>>(threads.x, alpha, X, Y);
    return cudaGetLastError();
}
