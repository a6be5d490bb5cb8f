// Translated from other_names.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

struct Cell
{
    int n;
};
//+ prelude not_launched
//+ prelude check_launch_x

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
