// Translated from instances.py by pycu2cu 0.2.0.

#include "instances.py.expected.h"

#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

// pycu2cu: --instance scale<float> --instance scale<T=double> --instance zipWith<f=mul,int,int,int> --header
static __global__ void scale_float(unsigned threads, float* X, float by)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[idx] *= by;
}

extern "C" cudaError_t launch_scale_float(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                          cudaStream_t stream, float* X, int /*X_len*/, float by)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    scale_float<<<grid, block, shared_bytes, stream>>>(threads.x, X, by);
    return cudaGetLastError();
}

// pycu2cu: --instance scale<float> --instance scale<T=double> --instance zipWith<f=mul,int,int,int> --header
static __global__ void scale_double(unsigned threads, double* X, double by)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[idx] *= by;
}

extern "C" cudaError_t launch_scale_double(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                           cudaStream_t stream, double* X, int /*X_len*/, double by)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    scale_double<<<grid, block, shared_bytes, stream>>>(threads.x, X, by);
    return cudaGetLastError();
}

static __device__ int mul_int(int a, int b)
{
    return a * b;
}

static __global__ void zipWith_mul_int(unsigned threads, const int* X, const int* Y, int* Z, int Z_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx < Z_len) {
        Z[idx] = mul_int(X[idx], Y[idx]);
    }
}

extern "C" cudaError_t launch_zipWith_mul_int(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                              cudaStream_t stream, const int* X, int /*X_len*/, const int* Y,
                                              int /*Y_len*/, int* Z, int Z_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    zipWith_mul_int<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y, Z, Z_len);
    return cudaGetLastError();
}
