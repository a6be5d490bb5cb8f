// Translated from instances_of_built_ins.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ helper maximum(float)
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ float zipWith_max(int a, float b)
{
    return maximum(float(a), b);
}

static __device__ float zipWith_sub(float a, float b)
{
    return a - b;
}

static __global__ void zipWith_max_float_int_float(unsigned threads, const int* __restrict__ X,
                                                   const float* Y, float* Z, int Z_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx < Z_len) {
        Z[idx] = zipWith_max(X[idx], Y[idx]);
    }
}

extern "C" cudaError_t launch_zipWith_max_float_int_float(dim3 threads, dim3 grid, dim3 block,
                                                          size_t shared_bytes, cudaStream_t stream,
                                                          const int* X, int /*X_len*/, const float* Y,
                                                          int /*Y_len*/, float* Z, int Z_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    zipWith_max_float_int_float<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y, Z, Z_len);
    return cudaGetLastError();
}

static __global__ void zipWith_sub_float(unsigned threads, const float* X, const float* Y, float* Z,
                                         int Z_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx < Z_len) {
        Z[idx] = zipWith_sub(X[idx], Y[idx]);
    }
}

extern "C" cudaError_t launch_zipWith_sub_float(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                                cudaStream_t stream, const float* X, int /*X_len*/,
                                                const float* Y, int /*Y_len*/, float* Z, int Z_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    zipWith_sub_float<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y, Z, Z_len);
    return cudaGetLastError();
}

static __device__ double apply_sqrt(double a)
{
    return sqrt(a);
}

static __global__ void apply_sqrt_double(unsigned threads, double* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[idx] = apply_sqrt(X[idx]);
}

extern "C" cudaError_t launch_apply_sqrt_double(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                                cudaStream_t stream, double* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    apply_sqrt_double<<<grid, block, shared_bytes, stream>>>(threads.x, X);
    return cudaGetLastError();
}

static __device__ int convert_int(float a)
{
    return int(a);
}

static __global__ void convert_int_int_float(unsigned threads, const float* __restrict__ X, int* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Y[idx] = convert_int(X[idx]);
}

extern "C" cudaError_t launch_convert_int_int_float(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                                    cudaStream_t stream, const float* X, int /*X_len*/,
                                                    int* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    convert_int_int_float<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y);
    return cudaGetLastError();
}
