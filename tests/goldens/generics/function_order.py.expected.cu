// Translated from function_order.py by pycu2cu 0.1.0.

#include <cuda_runtime.h>

struct int_float
{
    int first;
    float second;
};

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

static __device__ float at_g(float x)
{
    return x * 0.5f;
}

static __device__ float at_f(int i, const float* X)
{
    return X[i];
}

static __device__ float at_float(const float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    return at_g(at_f(idx, X));
}

static __device__ float at_g_(int_float pair)
{
    return pair.first + pair.second;
}

static __device__ int_float at_f_(int i, const float* X)
{
    return {i, X[i]};
}

static __device__ float at_float_int_float(const float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    return at_g_(at_f_(idx, X));
}

static __global__ void kernel(unsigned threads, float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[idx] = at_float(X);
    X[idx] += at_float_int_float(X);
}

extern "C" cudaError_t launch_kernel(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, float* X, int /*X_len*/)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    kernel<<<grid, block, shared_bytes, stream>>>(threads.x, X);
    return cudaGetLastError();
}
