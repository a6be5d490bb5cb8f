// Translated from annotated_arrays.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

// Python's min(a, b): a unless b is less.
static __device__ int minimum(int a, int b)
{
    return b < a ? b : a;
}

// Returns why nothing is launched: there are no threads, or the grid does not fit them.
static cudaError_t not_launched(dim3 threads)
{
    const bool is_empty = threads.x == 0 || threads.y == 0 || threads.z == 0;
    return is_empty ? cudaSuccess : cudaErrorInvalidConfiguration;
}

// Returns whether there are threads to launch, and the grid covers them along x and y and has no others along
// z.
static bool check_launch_xy(dim3 threads, dim3 grid, dim3 block)
{
    const unsigned long long x = 1ULL * grid.x * block.x, y = 1ULL * grid.y * block.y;
    return threads.x > 0 && threads.y > 0 && threads.z > 0 && x >= threads.x && x <= 0x80000000
        && y >= threads.y && y <= 0x80000000 && grid.z == threads.z && block.z == 1;
}

static __global__ void blur(const float* A, int A_rows, int A_cols, const float* edge, float* B, int B_cols,
                            bool wrap)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    const int row = idy * A_cols;
    const int rows = minimum(1, A_rows) * A_cols;
    __shared__ float line[64];
    line[threadIdx.x] = A[row + idx];
    __syncthreads();
    const float left = wrap ? A[row + (idx - 1)] : edge[idx - 1];
    B[idy * B_cols + idx] = left + line[63 - int(threadIdx.x)] + A[rows + idx];
}

extern "C" cudaError_t launch_blur(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, const float* A, int A_rows, int A_cols,
                                   const float* edge, int /*edge_len*/, float* B, int /*B_rows*/, int B_cols,
                                   bool wrap)
{
    if (!check_launch_xy(threads, grid, block)) return not_launched(threads);
    blur<<<grid, block, shared_bytes, stream>>>(A, A_rows, A_cols, edge, B, B_cols, wrap);
    return cudaGetLastError();
}
