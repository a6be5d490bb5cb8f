// Translated from annotated_arrays.py by pycu2cu 0.1.0.

#include <cuda_runtime.h>

// Python's min(a, b): a unless b is less.
static __device__ int minimum(int a, int b)
{
    return b < a ? b : a;
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
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers_in_whole_blocks(threads.x, grid.x, block.x)
            || !covers_in_whole_blocks(threads.y, grid.y, block.y) || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    blur<<<grid, block, shared_bytes, stream>>>(A, A_rows, A_cols, edge, B, B_cols, wrap);
    return cudaGetLastError();
}
