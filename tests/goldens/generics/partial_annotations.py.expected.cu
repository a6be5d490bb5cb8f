// Translated from partial_annotations.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ float mixed_float_int(float x, float by, int n)
{
    return x * by + n;
}

static __device__ double mixed_double(double x, float by, double n)
{
    return x * by + n;
}

static __device__ float known(float x, int n)
{
    return n == 0 ? x : known(x * 2.0f, n - 1);
}

static __device__ void nothing_device(float* X, int at)
{
    X[at] = 0.0f;
}

static __global__ void nothing(unsigned threads, float* X, int at)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    nothing_device(X, at);
}

extern "C" cudaError_t launch_nothing(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, float* X, int /*X_len*/, int at)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    nothing<<<grid, block, shared_bytes, stream>>>(threads.x, X, at);
    return cudaGetLastError();
}

static __global__ void kernel(unsigned threads, float* X, double* D)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[idx] = mixed_float_int(X[idx], 2.0f, idx) + known(X[idx], 2);
    D[idx] = mixed_double(D[idx], 2.0f, 0.5) + known(X[idx], 3);
    nothing_device(X, 0);
}

extern "C" cudaError_t launch_kernel(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, float* X, int /*X_len*/, double* D, int /*D_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    kernel<<<grid, block, shared_bytes, stream>>>(threads.x, X, D);
    return cudaGetLastError();
}

static __global__ void scale_float_array_int(unsigned threads, float* X, int by, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[idx] *= by + n;
}

extern "C" cudaError_t launch_scale_float_array_int(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                                    cudaStream_t stream, float* X, int /*X_len*/, int by,
                                                    int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    scale_float_array_int<<<grid, block, shared_bytes, stream>>>(threads.x, X, by, n);
    return cudaGetLastError();
}
