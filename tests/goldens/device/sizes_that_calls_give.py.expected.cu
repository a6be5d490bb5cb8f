// Translated from sizes_that_calls_give.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ float block_sum_64_float(float value)
{
    __shared__ float parts[64];
    parts[threadIdx.x] = value;
    __syncthreads();
    float total = 0.0f;
    for (int i = 0; i < 64; ++i) {
        total += parts[i];
    }
    __syncthreads();
    return total;
}

static __device__ float block_sum_128_float(float value)
{
    __shared__ float parts[128];
    parts[threadIdx.x] = value;
    __syncthreads();
    float total = 0.0f;
    for (int i = 0; i < 128; ++i) {
        total += parts[i];
    }
    __syncthreads();
    return total;
}

static __device__ double block_sum_64_double(double value)
{
    __shared__ double parts[64];
    parts[threadIdx.x] = value;
    __syncthreads();
    double total = 0.0;
    for (int i = 0; i < 64; ++i) {
        total += parts[i];
    }
    __syncthreads();
    return total;
}

static __global__ void sums(float* A, double* B)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int TILE = 64;
    const float block_sum_64_float_result = block_sum_64_float(A[idx]);
    A[idx] = block_sum_64_float_result + block_sum_128_float(A[idx]);
    B[idx] = block_sum_64_double(B[idx]);
}

extern "C" cudaError_t launch_sums(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, float* A, int /*A_len*/, double* B, int /*B_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    sums<<<grid, block, shared_bytes, stream>>>(A, B);
    return cudaGetLastError();
}

static __device__ double halved_2_float_double(float x)
{
    double own[2];
    own[1] = double(x) / 2.0;
    return own[2 - 1];
}

static __device__ float halved_2_int_float(int x)
{
    float own[2];
    own[1] = float(x) / 2.0f;
    return own[2 - 1];
}

static __device__ double halved_3_float_double(float x)
{
    double own[3];
    own[2] = double(x) / 2.0;
    return own[3 - 1];
}

static __device__ double halved_4_float_double(float x)
{
    double own[4];
    own[3] = double(x) / 2.0;
    return own[4 - 1];
}

static __global__ void by_default(unsigned threads, const float* __restrict__ X, double* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[idx] = halved_2_float_double(X[idx]) + halved_2_int_float(idx) + halved_3_float_double(X[idx])
        + halved_4_float_double(X[idx]);
}

extern "C" cudaError_t launch_by_default(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream, const float* X, int /*X_len*/, double* R,
                                         int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    by_default<<<grid, block, shared_bytes, stream>>>(threads.x, X, R);
    return cudaGetLastError();
}
