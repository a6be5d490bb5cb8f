// Translated from defaults.py by pycu2cu 0.1.0.

#include <cuda_runtime.h>

// Python's min(a, b): a unless b is less.
static __device__ float minimum(float a, float b)
{
    return b < a ? b : a;
}

// Python's max(a, b): a unless b is greater.
static __device__ float maximum(float a, float b)
{
    return b > a ? b : a;
}

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

static __device__ float clamp(float x, float low, float high)
{
    return minimum(maximum(x, low), high);
}

static __global__ void defaults(unsigned threads, float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[0] = clamp(X[0], 0.0f, 1.0f);
    X[1] = clamp(X[1], -1.0f, 1.0f);
    X[2] = clamp(X[2], 0.0f, 2.0f);
    X[3] = clamp(X[3], -X[4], X[4]);
}

extern "C" cudaError_t launch_defaults(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, float* X, int /*X_len*/)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    defaults<<<grid, block, shared_bytes, stream>>>(threads.x, X);
    return cudaGetLastError();
}
