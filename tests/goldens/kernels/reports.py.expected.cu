// Translated from reports.py by pycu2cu 0.1.0.

#include <cassert>
#include <cstdint>
#include <cstdio>
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

static __device__ float helper(float x)
{
    assert(x >= 0.0f && "negative: 100% sure?");
    return powf(x, 0.5f);
}

static __global__ void kernel(unsigned threads, float* X, int X_len, int64_t n, uint8_t b)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx == 0) {
        printf("hello \"world\"\t, %lld, %g, %d, %s, \303\251 %%d!\n", (long long)n, X[idx], b + 1, idx < 2
            ? "True" : "False");
    }
    assert(idx < X_len);
    X[idx] = helper(X[idx]);
}

extern "C" cudaError_t launch_kernel(dim3 threads, dim3 grid, dim3 block_2, size_t shared_bytes,
                                     cudaStream_t stream, float* X, int X_len, int64_t n, uint8_t b)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block_2.x) || !matches(threads.y, grid.y, block_2.y)
            || !matches(threads.z, grid.z, block_2.z)) {
        return cudaErrorInvalidConfiguration;
    }
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
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block_2.x) || !matches(threads.y, grid.y, block_2.y)
            || !matches(threads.z, grid.z, block_2.z)) {
        return cudaErrorInvalidConfiguration;
    }
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
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers_in_whole_blocks(threads.x, grid.x, block_2.x) || !matches(threads.y, grid.y, block_2.y)
            || !matches(threads.z, grid.z, block_2.z)) {
        return cudaErrorInvalidConfiguration;
    }
    block<<<grid, block_2, shared_bytes, stream>>>(X);
    return cudaGetLastError();
}
