// Translated from matmul.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_xy

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
    if (!check_launch_xy(threads, grid, block)) return not_launched(threads);
    matmul<<<grid, block, shared_bytes, stream>>>(threads.x, threads.y, A, B, C, rows, inner, columns);
    return cudaGetLastError();
}
