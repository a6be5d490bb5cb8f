// Translated from positions.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

constexpr int64_t TPB = 16;
//+ helper wrapped_index(int)
//+ helper wrapped_index(int64)
//+ prelude not_launched
//+ prelude check_launch_x
//+ prelude check_launch_xyz

static __global__ void axpy(unsigned threads, double a, const double* x, int x_len, double* y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int64_t i = idx;
    if (i < x_len) {
        y[i] += a * x[i];
    }
}

extern "C" cudaError_t launch_axpy(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, double a, const double* x, int x_len, double* y,
                                   int /*y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    axpy<<<grid, block, shared_bytes, stream>>>(threads.x, a, x, x_len, y);
    return cudaGetLastError();
}

static __global__ void strided_sum(const float* __restrict__ x, int x_len, double* out)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t start = idx;
    const int64_t stride = int(gridDim.x) * int(blockDim.x);
    for (int64_t i = start; i < x_len; i += stride) {
        atomicAdd(&out[0], x[i]);
    }
}

extern "C" cudaError_t launch_strided_sum(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                          cudaStream_t stream, const float* x, int x_len, double* out,
                                          int /*out_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    strided_sum<<<grid, block, shared_bytes, stream>>>(x, x_len, out);
    return cudaGetLastError();
}

static __global__ void matmul(const float* A, int A_rows, int A_cols, const float* B, int B_rows, int B_cols,
                              float* C, int C_rows, int C_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    __shared__ float sA[16 * 16];
    __shared__ float sB[16][16];
    const int64_t x = idx;
    const int64_t y = idy;
    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    float total = float(0.0);
    for (int i = 0; i < int(gridDim.x); ++i) {
        sA[ty * 16 + tx] = 0.0f;
        sB[ty][tx] = 0.0f;
        if (y < A_rows && tx + int64_t(i) * TPB < A_cols) {
            sA[ty * 16 + tx] = A[y * A_cols + (tx + int64_t(i) * TPB)];
        }
        if (x < B_cols && ty + int64_t(i) * TPB < B_rows) {
            sB[ty][tx] = B[(ty + int64_t(i) * TPB) * B_cols + x];
        }
        __syncthreads();
        for (int64_t j = 0; j < TPB; ++j) {
            total += sA[ty * 16 + j] * sB[j][tx];
        }
        __syncthreads();
    }
    if (y < C_rows && x < C_cols) {
        C[y * C_cols + x] = total;
    }
}

extern "C" cudaError_t launch_matmul(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const float* A, int A_rows, int A_cols,
                                     const float* B, int B_rows, int B_cols, float* C, int C_rows, int C_cols)
{
    if (!check_launch_xyz(threads, grid, block)) return not_launched(threads);
    matmul<<<grid, block, shared_bytes, stream>>>(A, A_rows, A_cols, B, B_rows, B_cols, C, C_rows, C_cols);
    return cudaGetLastError();
}

static __global__ void neighbours(unsigned threads, const int* A, int A_len, int* B, int by)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int64_t i = idx;
    if (i < A_len) {
        B[i] = int64_t(A[wrapped_index(i - 1, int64_t(A_len))]) + A[A_len - 1] + A[wrapped_index(by, A_len)];
    }
}

extern "C" cudaError_t launch_neighbours(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream, const int* A, int A_len, int* B, int /*B_len*/,
                                         int by)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    neighbours<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_len, B, by);
    return cudaGetLastError();
}
