// Translated from other_names.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

struct Cell
{
    int n;
};

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
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    kernel<<<grid, block, shared_bytes, stream>>>(threads.x, A, R, X);
    return cudaGetLastError();
}
