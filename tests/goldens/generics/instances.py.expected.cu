// Translated from instances.py by pycu2cu 0.1.0.

#include "instances.py.expected.h"

#include <cuda_runtime.h>

// On an axis that a kernel guards, a grid needs a thread for every one asked for.
// More than 2^32 of them would have coordinates that repeat.
static bool covers(unsigned threads, unsigned grid, unsigned block)
{
    const unsigned long long launched = 1ULL * grid * block;
    return threads <= 0x7fffffff && launched >= threads && launched <= 0x100000000;
}

// On any other axis, it needs as many threads as were asked for, and no more.
static bool matches(unsigned threads, unsigned grid, unsigned block)
{
    return block == 1 && grid == threads;
}

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
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
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
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
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
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    zipWith_mul_int<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y, Z, Z_len);
    return cudaGetLastError();
}
