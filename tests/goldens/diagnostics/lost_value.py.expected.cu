// Translated from lost_value.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void count(unsigned threads, float* X, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[idx] = n;
    n += 1;
}

extern "C" cudaError_t launch_count(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, float* X, int /*X_len*/, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    count<<<grid, block, shared_bytes, stream>>>(threads.x, X, n);
    return cudaGetLastError();
}

static __global__ void change(unsigned threads, const float* __restrict__ X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float x = X[idx];
    x = x * 2.0f;
    x += 1.0f;
}

extern "C" cudaError_t launch_change(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const float* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    change<<<grid, block, shared_bytes, stream>>>(threads.x, X);
    return cudaGetLastError();
}

static __global__ void in_loop(unsigned threads, float* X, int n, int m)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    while (n > 0) {
        X[idx] += m;
        n -= 1;
        m = m + 1;
    }
    const int last = 3;
    const int _meant = 4;
    for (int i = 0; i < 3; ++i) {
        m = i;
    }
}

extern "C" cudaError_t launch_in_loop(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, float* X, int /*X_len*/, int n, int m)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    in_loop<<<grid, block, shared_bytes, stream>>>(threads.x, X, n, m);
    return cudaGetLastError();
}

static __device__ int twice(int x, int n)
{
    return x * n;
}

static __global__ void fine(int* X, const float2* V, int n)
{
    const int old = atomicAdd(&X[0], 1);
    const int a = X[1];
    const int b = X[2];
    X[3] = a;
    for (int i = 0; i < 3; ++i) {
        X[4] += 1;
    }
    const int size = 4;
    __shared__ int tile[4];
    tile[threadIdx.x] = size;
    const int k = 2;
    X[k] = 7;
    int place = 5;
    X[place] = 1;
    place = 6;
    const float2 v = V[0];
    int counter = 0;
    for (int j = 0; j < 4; ++j) {
        X[j] = counter;
        counter = j;
    }
    n = n + 1;
    X[8] = twice(3, n);
    int row = 9;
    row = atomicAdd(&X[row], 1);
}

extern "C" cudaError_t launch_fine(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, int* X, int /*X_len*/, const float2* V, int /*V_len*/,
                                   int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    fine<<<grid, block, shared_bytes, stream>>>(X, V, n);
    return cudaGetLastError();
}

static __device__ int added(int x, int n)
{
    return x + n;
}

static __global__ void late(unsigned threads, float* X, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[0] = added(1, n);
    n = 5;
    X[1] = added(2, n);
}

extern "C" cudaError_t launch_late(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, float* X, int /*X_len*/, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    late<<<grid, block, shared_bytes, stream>>>(threads.x, X, n);
    return cudaGetLastError();
}

static __device__ float with_effect_float_array(float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    X[idx] += 1.0f;
    return X[idx];
}

static __global__ void added_calls(unsigned threads, float* X, float total)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    total += with_effect_float_array(X);
    float count = 0.0f;
    count += with_effect_float_array(X);
    float used = 0.0f;
    used += with_effect_float_array(X);
    X[idx] = used;
    const float ignored = with_effect_float_array(X);
}

extern "C" cudaError_t launch_added_calls(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                          cudaStream_t stream, float* X, int /*X_len*/, float total)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    added_calls<<<grid, block, shared_bytes, stream>>>(threads.x, X, total);
    return cudaGetLastError();
}
