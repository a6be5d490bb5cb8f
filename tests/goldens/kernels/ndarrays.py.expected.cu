// Translated from ndarrays.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

constexpr int64_t BORDER = 1;
//+ prelude not_launched
//+ prelude check_launch_xy
//+ prelude check_launch_xyz
//+ prelude check_launch_x

// Two nested indices are one element, as in NumPy.
static __global__ void transpose(unsigned threads_x, unsigned threads_y, const float* A, int A_rows,
                                 int A_cols, float* B, int B_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    if (unsigned(idx) >= threads_x || unsigned(idy) >= threads_y) return;
    if (idy < A_rows && idx < A_cols) {
        B[idx * B_cols + idy] = A[idy * A_cols + idx];
    }
}

extern "C" cudaError_t launch_transpose(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, const float* A, int A_rows, int A_cols, float* B,
                                        int /*B_rows*/, int B_cols)
{
    if (!check_launch_xy(threads, grid, block)) return not_launched(threads);
    transpose<<<grid, block, shared_bytes, stream>>>(threads.x, threads.y, A, A_rows, A_cols, B, B_cols);
    return cudaGetLastError();
}

static __global__ void matmul(unsigned threads_x, unsigned threads_y, const float* A, int A_cols,
                              const float* B, int B_cols, float* C, int C_rows, int C_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    if (unsigned(idx) >= threads_x || unsigned(idy) >= threads_y) return;
    const int rows = C_rows;
    const int columns = C_cols;
    if (idy >= rows || idx >= columns) return;
    float total = 0.0f;
    for (int k = 0; k < A_cols; ++k) {
        total += A[idy * A_cols + k] * B[k * B_cols + idx];
    }
    C[idy * C_cols + idx] = total;
}

extern "C" cudaError_t launch_matmul(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const float* A, int /*A_rows*/, int A_cols,
                                     const float* B, int /*B_rows*/, int B_cols, float* C, int C_rows,
                                     int C_cols)
{
    if (!check_launch_xy(threads, grid, block)) return not_launched(threads);
    matmul<<<grid, block, shared_bytes, stream>>>(threads.x, threads.y, A, A_cols, B, B_cols, C, C_rows,
                                                  C_cols);
    return cudaGetLastError();
}

static __global__ void stencil(unsigned threads_x, unsigned threads_y, unsigned threads_z, const double* T,
                               int T_dim0, int T_dim1, int T_dim2, double* U, int U_dim1, int U_dim2)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    const int idz = blockIdx.z * blockDim.z + threadIdx.z;
    if (unsigned(idx) >= threads_x || unsigned(idy) >= threads_y || unsigned(idz) >= threads_z) return;
    // Only points that have six neighbours change.
    const int depth = T_dim0;
    const int height = T_dim1;
    const int width = T_dim2;
    const bool inside = 0 < idx && idx < width - 1 && 0 < idy && idy < height - 1 && 0 < idz
        && idz < depth - 1;
    if (inside) {
        U[(idz * U_dim1 + idy) * U_dim2 + idx] =
            (T[(idz * T_dim1 + idy) * T_dim2 + (idx - 1)] + T[(idz * T_dim1 + idy) * T_dim2 + (idx + 1)]
             + T[(idz * T_dim1 + (idy - 1)) * T_dim2 + idx] + T[(idz * T_dim1 + (idy + 1)) * T_dim2 + idx]
             + T[((idz - 1) * T_dim1 + idy) * T_dim2 + idx] + T[((idz + 1) * T_dim1 + idy) * T_dim2 + idx])
            / 6.0;
    }
}

extern "C" cudaError_t launch_stencil(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const double* T, int T_dim0, int T_dim1,
                                      int T_dim2, double* U, int /*U_dim0*/, int U_dim1, int U_dim2)
{
    if (!check_launch_xyz(threads, grid, block)) return not_launched(threads);
    stencil<<<grid, block, shared_bytes, stream>>>(threads.x, threads.y, threads.z, T, T_dim0, T_dim1, T_dim2,
                                                   U, U_dim1, U_dim2);
    return cudaGetLastError();
}

static __global__ void corners(unsigned threads, int* A, int A_rows, int A_cols, const int* X, int X_len,
                               int64_t wide)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    A[0] = X[0];
    A[A_cols - 1] += A_rows;
    A[(A_rows - 1) * A_cols] = A_rows * A_cols + 2 + 2;
    A[(A_rows - 1) * A_cols + (A_cols - 1)] = X_len + 1 + X_len;
    A[A_cols + 1] = A[A_cols + 1] + A[idx * A_cols];
    A[wide * A_cols + BORDER] = A_cols - A[(wide + 1) * A_cols + wide];
}

extern "C" cudaError_t launch_corners(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, int* A, int A_rows, int A_cols, const int* X,
                                      int X_len, int64_t wide)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    corners<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_rows, A_cols, X, X_len, wide);
    return cudaGetLastError();
}

static __device__ float row_sum(const float* A, int A_cols, int row)
{
    float total = 0.0f;
    for (int j = 0; j < A_cols; ++j) {
        total += A[row * A_cols + j];
    }
    return total;
}

static __global__ void row_sums(unsigned threads, const float* A, int A_rows, int A_cols, float* sums)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx < A_rows) {
        sums[idx] = row_sum(A, A_cols, idx);
    }
}

extern "C" cudaError_t launch_row_sums(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, const float* A, int A_rows, int A_cols,
                                       float* sums, int /*sums_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    row_sums<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_rows, A_cols, sums);
    return cudaGetLastError();
}

static __global__ void first_plane(unsigned threads, const bool* __restrict__ masks, int masks_dim2,
                                   int masks_dim3, int* counts)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    int found = 0;
    for (int i = 0; i < masks_dim2; ++i) {
        for (int j = 0; j < masks_dim3; ++j) {
            if (masks[(idx * masks_dim2 + i) * masks_dim3 + j]) {
                found += 1;
            }
        }
    }
    counts[idx] = found;
}

extern "C" cudaError_t launch_first_plane(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                          cudaStream_t stream, const bool* masks, int /*masks_dim0*/,
                                          int /*masks_dim1*/, int masks_dim2, int masks_dim3, int* counts,
                                          int /*counts_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    first_plane<<<grid, block, shared_bytes, stream>>>(threads.x, masks, masks_dim2, masks_dim3, counts);
    return cudaGetLastError();
}
