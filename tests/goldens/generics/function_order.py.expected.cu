// Translated from function_order.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

struct int_float
{
    int first;
    float second;
};
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ float at_g(float x)
{
    return x * 0.5f;
}

static __device__ float at_f(int i, const float* X)
{
    return X[i];
}

static __device__ float at_float(const float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    return at_g(at_f(idx, X));
}

static __device__ float at_g_(int_float pair)
{
    return pair.first + pair.second;
}

static __device__ int_float at_f_(int i, const float* X)
{
    return {i, X[i]};
}

static __device__ float at_float_int_float(const float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    return at_g_(at_f_(idx, X));
}

static __global__ void kernel(unsigned threads, float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[idx] = at_float(X);
    X[idx] += at_float_int_float(X);
}

extern "C" cudaError_t launch_kernel(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, float* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    kernel<<<grid, block, shared_bytes, stream>>>(threads.x, X);
    return cudaGetLastError();
}
