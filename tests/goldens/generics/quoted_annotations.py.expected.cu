// Translated from quoted_annotations.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

struct int_float
{
    int first;
    float second;
};

struct float_int
{
    float first;
    int second;
};
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ float clamped_float(float x, float low, float high)
{
    return x < low ? low : x > high ? high : x;
}

static __device__ int_float pair_float(float_int x)
{
    return {x.second, x.first};
}

static __device__ float applied_f(float x, int k)
{
    return x * k;
}

static __device__ void applied_float(float* X, const float* M, int k)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    X[idx] = applied_f(X[idx], k);
}

static __global__ void kernel(unsigned threads, float* X, const float* M, int M_cols, float* Y, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[idx] = clamped_float(X[idx], 0.0f, 1.0f) + M[n * M_cols];
    const int_float pair_float_result = pair_float({X[idx], n});
    const int k = pair_float_result.first;
    Y[idx] = pair_float_result.second;
    applied_float(X, M, k);
}

extern "C" cudaError_t launch_kernel(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, float* X, int /*X_len*/, const float* M,
                                     int /*M_rows*/, int M_cols, float* Y, int /*Y_len*/, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    kernel<<<grid, block, shared_bytes, stream>>>(threads.x, X, M, M_cols, Y, n);
    return cudaGetLastError();
}
