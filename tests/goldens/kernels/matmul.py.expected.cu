// Translated from matmul.py by pycu2cu 0.1.0.

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

// C = A B, one thread an element: x is the column, y the row.
static __global__ void matmul(unsigned threads_x, unsigned threads_y, const float* A, const float* B,
                              float* C, int rows, int inner, int columns)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    if (unsigned(idx) >= threads_x || unsigned(idy) >= threads_y) return;
    if (idx < columns && idy < rows) {
        float total = 0.0f;
        for (int k = 0; k < inner; ++k) {
            total += A[idy * inner + k] * B[k * columns + idx];
        }
        C[idy * columns + idx] = total;
    }
}

extern "C" cudaError_t launch_matmul(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const float* A, int /*A_len*/, const float* B,
                                     int /*B_len*/, float* C, int /*C_len*/, int rows, int inner, int columns)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !covers(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    matmul<<<grid, block, shared_bytes, stream>>>(threads.x, threads.y, A, B, C, rows, inner, columns);
    return cudaGetLastError();
}
