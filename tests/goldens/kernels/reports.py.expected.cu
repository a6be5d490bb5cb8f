// Translated from reports.py by pycu2cu 0.2.0.

#include <cassert>
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
//+ helper exact_pow(float)
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ float helper(float x)
{
    assert(x >= 0.0f && "negative: 100% sure?");
    return exact_pow(x, 0.5f);
}

static __global__ void kernel(unsigned threads, float* X, int X_len, int64_t n, uint8_t b)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx == 0) {
        printf("hello \"world\"\t, %lld, %g, %d, %s, \303\251 %%d!\n", (long long)n, X[idx], b + 1,
               idx < 2 ? "True" : "False");
    }
    assert(idx < X_len);
    X[idx] = helper(X[idx]);
}

extern "C" cudaError_t launch_kernel(dim3 threads, dim3 grid, dim3 block_2, size_t shared_bytes,
                                     cudaStream_t stream, float* X, int X_len, int64_t n, uint8_t b)
{
    if (!check_launch_x(threads, grid, block_2)) return not_launched(threads);
    kernel<<<grid, block_2, shared_bytes, stream>>>(threads.x, X, X_len, n, b);
    return cudaGetLastError();
}

static __global__ void loops(unsigned threads, float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float s = 0.0f;
    for (int i = 0; i < idx; ++i) {
        s += X[i];
        assert((s < 100.0f || i > 3) && "large");
    }
    X[idx] = s;
    printf("\n");
}

extern "C" cudaError_t launch_loops(dim3 threads, dim3 grid, dim3 block_2, size_t shared_bytes,
                                    cudaStream_t stream, float* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block_2)) return not_launched(threads);
    loops<<<grid, block_2, shared_bytes, stream>>>(threads.x, X);
    return cudaGetLastError();
}

static __global__ void block(float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float s[256];
    s[threadIdx.x] = X[idx];
    __syncthreads();
    assert(s[255 - int(threadIdx.x)] >= 0.0f);
    printf("done\n");
    __syncthreads();
    X[idx] = s[255 - int(threadIdx.x)];
}

extern "C" cudaError_t launch_block(dim3 threads, dim3 grid, dim3 block_2, size_t shared_bytes,
                                    cudaStream_t stream, float* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block_2)) return not_launched(threads);
    block<<<grid, block_2, shared_bytes, stream>>>(X);
    return cudaGetLastError();
}
