// Translated from defaults.py by pycu2cu 0.2.0.

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

// Returns why nothing is launched: there are no threads, or the grid does not fit them.
static cudaError_t not_launched(dim3 threads)
{
    const bool is_empty = threads.x == 0 || threads.y == 0 || threads.z == 0;
    return is_empty ? cudaSuccess : cudaErrorInvalidConfiguration;
}

// Returns whether there are threads to launch, and the grid covers them along x and has no others along y and
// z.
static bool check_launch_x(dim3 threads, dim3 grid, dim3 block)
{
    const unsigned long long x = 1ULL * grid.x * block.x;
    return threads.x > 0 && threads.y > 0 && threads.z > 0 && x >= threads.x && x <= 0x80000000
        && grid.y == threads.y && block.y == 1 && grid.z == threads.z && block.z == 1;
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
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    defaults<<<grid, block, shared_bytes, stream>>>(threads.x, X);
    return cudaGetLastError();
}
