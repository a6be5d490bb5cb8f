// Translated from annotated_arrays.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ helper minimum(int)
//+ prelude not_launched
//+ prelude check_launch_xy

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
