// Translated from sizes_that_calls_give.py by pycu2cu 0.1.0.

#include <cuda_runtime.h>

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

static __device__ float block_sum_64_float(float value);
static __device__ float block_sum_128_float(float value);
static __device__ double block_sum_64_double(double value);

static __global__ void sums(float* A, double* B)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    int TILE = 64;
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
