// Translated from other_names.py by pycu2cu 0.1.0.

#include <cuda_runtime.h>

struct Cell
{
    int n;
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

static __device__ int bump(Cell& c, int by)
{
    c.n += by;
    return c.n;
}

static __device__ float plain_float(float x)
{
    return x + 1.0f;
}

static __global__ void kernel(unsigned threads, Cell* A, int* R, float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Cell own = {3};
    const int bump_result = bump(own, 2);
    R[idx] = bump_result + bump(A[idx], 3);
    X[idx] = plain_float(X[idx]) + sqrtf(X[idx]);
}

extern "C" cudaError_t launch_kernel(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, Cell* A, int /*A_len*/, int* R, int /*R_len*/,
                                     float* X, int /*X_len*/)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    kernel<<<grid, block, shared_bytes, stream>>>(threads.x, A, R, X);
    return cudaGetLastError();
}
