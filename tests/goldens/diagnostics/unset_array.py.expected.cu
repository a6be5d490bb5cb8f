// Translated from unset_array.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ helper wrapped_index(int)
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void local_sums(unsigned threads, float* X, int X_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float total[3];
    int counts[2][3];
    for (int i = 0; i < X_len; ++i) {
        total[i % 3] += X[i];
        counts[i % 2][i % 3] += 1;
    }
    X[idx] = total[0] + counts[1][2];
}

extern "C" cudaError_t launch_local_sums(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream, float* X, int X_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    local_sums<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len);
    return cudaGetLastError();
}

static __global__ void shared_sums(int* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int cache[64];
    atomicAdd(&cache[X[idx] & 63], 1);
    __syncthreads();
    X[idx] = cache[threadIdx.x];
}

extern "C" cudaError_t launch_shared_sums(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                          cudaStream_t stream, int* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    shared_sums<<<grid, block, shared_bytes, stream>>>(X);
    return cudaGetLastError();
}

static __global__ void written(unsigned threads, float* X, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float a[3];
    float b[3] = {0.0f, 0.0f, 0.0f};
    float c[3];
    for (int i = 0; i < 3; ++i) {
        if (i > 0) {
            X[i] = a[wrapped_index(i - 1, 3)];
        }
        a[i] = X[i];
        b[i] += a[i];
    }
    if (n > 3) {
        c[0] = 1.0f;
    }
    X[0] = c[0] + b[1];
}

extern "C" cudaError_t launch_written(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, float* X, int /*X_len*/, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    written<<<grid, block, shared_bytes, stream>>>(threads.x, X, n);
    return cudaGetLastError();
}

static __device__ float first_value(float* A)
{
    A[0] = 1.0f;
    return A[0];
}

static __global__ void given_on(unsigned threads, float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float a[3];
    const float first_value_result = first_value(a);
    X[0] = first_value_result + a[0];
}

extern "C" cudaError_t launch_given_on(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, float* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    given_on<<<grid, block, shared_bytes, stream>>>(threads.x, X);
    return cudaGetLastError();
}
