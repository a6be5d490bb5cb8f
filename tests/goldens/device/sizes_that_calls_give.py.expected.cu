// Translated from sizes_that_calls_give.py by pycu2cu 0.1.0.

#include <cuda_runtime.h>

// On an axis that a kernel guards, a grid needs a thread for every one asked for.
// More than 2^32 of them would have coordinates that repeat.
static bool covers(unsigned threads, unsigned grid, unsigned block)
{
    const unsigned long long launched = 1ULL * grid * block;
    return threads <= 0x7fffffff && launched >= threads && launched <= 0x100000000;
}

// A kernel that runs whole blocks does so for all of their threads, also beyond the number asked for.
static bool covers_in_whole_blocks(unsigned threads, unsigned grid, unsigned block)
{
    const unsigned long long launched = 1ULL * grid * block;
    return launched >= threads && launched <= 0x80000000;
}

// On any other axis, it needs as many threads as were asked for, and no more.
static bool matches(unsigned threads, unsigned grid, unsigned block)
{
    return block == 1 && grid == threads;
}

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
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers_in_whole_blocks(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
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
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    by_default<<<grid, block, shared_bytes, stream>>>(threads.x, X, R);
    return cudaGetLastError();
}
