// Translated from annotations.py by pycu2cu 0.1.0.

#include <cstdint>
#include <cuda_runtime.h>

// On an axis that a kernel guards, a grid needs a thread for every one asked for.
// More than 2^32 of them would have coordinates that repeat.
static bool covers(unsigned threads, unsigned grid, unsigned block)
{
    const unsigned long long launched = 1ULL * grid * block;
    return threads <= 0x7fffffff && launched >= threads && launched <= 0x100000000;
}

// On any other axis, it needs as many threads as were asked for, and no more.
static bool matches(unsigned threads, unsigned grid, unsigned block)
{
    return block == 1 && grid == threads;
}

static __global__ void decorated(unsigned threads, float a, float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[idx] = a;
}

extern "C" cudaError_t launch_decorated(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, float a, float* X, int /*X_len*/)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    decorated<<<grid, block, shared_bytes, stream>>>(threads.x, a, X);
    return cudaGetLastError();
}

static __global__ void annotated(unsigned threads, float a, int64_t n, float* X, bool p)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (p && idx < n) {
        X[idx] = a;
    }
}

extern "C" cudaError_t launch_annotated(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, float a, int64_t n, float* X, int /*X_len*/,
                                        bool p)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    annotated<<<grid, block, shared_bytes, stream>>>(threads.x, a, n, X, p);
    return cudaGetLastError();
}

static __device__ double helper(float x)
{
    return double(x) * 2.0;
}

static __global__ void both(unsigned threads, float x, double* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[idx] = helper(x);
}

extern "C" cudaError_t launch_both(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, float x, double* X, int /*X_len*/)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    both<<<grid, block, shared_bytes, stream>>>(threads.x, x, X);
    return cudaGetLastError();
}
