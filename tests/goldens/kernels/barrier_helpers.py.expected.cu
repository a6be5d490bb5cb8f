// Translated from barrier_helpers.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

constexpr int TILE = 16;
//+ helper square(float)
//+ prelude not_launched
//+ prelude check_launch_x
//+ prelude check_launch_xy

static __device__ float block_total(float x)
{
    __shared__ float parts[256];
    __syncthreads();
    parts[threadIdx.x] = x;
    __syncthreads();
    int half = 128;
    while (half > 0) {
        if (int(threadIdx.x) < half) {
            parts[threadIdx.x] += parts[int(threadIdx.x) + half];
        }
        __syncthreads();
        half /= 2;
    }
    return parts[0];
}

static __device__ void fill_device(float* to, int to_len, float value)
{
    for (int i = 0; i < to_len; ++i) {
        to[i] = value;
    }
}

static __global__ void fill(unsigned threads, float* to, int to_len, float value)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    fill_device(to, to_len, value);
}

extern "C" cudaError_t launch_fill(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, float* to, int to_len, float value)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    fill<<<grid, block, shared_bytes, stream>>>(threads.x, to, to_len, value);
    return cudaGetLastError();
}

static __global__ void normalise(float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float scratch[8];
    const float x = X[idx];
    const float mean = block_total(x) / int(blockDim.x);
    if (int(threadIdx.x) == 0) {
        fill_device(scratch, 8, mean);
    }
    __syncthreads();
    const float spread = block_total(square(x - mean));
    X[idx] = (x - scratch[7]) / (spread + 1.0f);
}

extern "C" cudaError_t launch_normalise(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, float* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    normalise<<<grid, block, shared_bytes, stream>>>(X);
    return cudaGetLastError();
}

// C = A B, square matrices of n rows, in tiles.
static __global__ void multiply(const float* A, const float* B, float* C, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    __shared__ float a[16][16];
    __shared__ float b[16][16];
    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    float total = 0.0f;
    for (int64_t first_counter = 0; first_counter < n; first_counter += TILE) {
        const int first = first_counter;
        a[ty][tx] = idy < n && first + tx < n ? A[idy * n + first + tx] : 0.0f;
        b[ty][tx] = first + ty < n && idx < n ? B[(first + ty) * n + idx] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE; ++k) {
            total += a[ty][k] * b[k][tx];
        }
        __syncthreads();
    }
    if (idy < n && idx < n) {
        C[idy * n + idx] = total;
    }
}

extern "C" cudaError_t launch_multiply(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, const float* A, int /*A_len*/, const float* B,
                                       int /*B_len*/, float* C, int /*C_len*/, int n)
{
    if (!check_launch_xy(threads, grid, block)) return not_launched(threads);
    multiply<<<grid, block, shared_bytes, stream>>>(A, B, C, n);
    return cudaGetLastError();
}
