// Translated from view_order.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ helper floor_mod_positive(int)
//+ helper minimum(int)
//+ helper maximum(int)
//+ helper slice_bound(int)
//+ helper slice_bound(int64)
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ int bump(int* X)
{
    X[0] += 1;
    return X[0];
}

static __device__ int pick(const int* X, int X_len, int i)
{
    return X[floor_mod_positive(i, X_len)];
}

static __global__ void calls(unsigned threads, int* X, int X_len, int* A, int A_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int X_begin = slice_bound(X[0], X_len);
    const int X_count = X_len - slice_bound(X[0], X_len);
    X[1] = pick(X + X_begin, X_count, bump(X));
    const int A_begin = X[0] * A_cols;
    const int pick_result = pick(A + A_begin, A_cols, bump(X));
    const int A_begin_ = bump(X) * A_cols;
    X[2] = pick_result + pick(A + A_begin_, A_cols, X[0]);
    int q = 0;
    A[q] = 5;
    q = A_cols;
    q = 0;
    A[q + 1] = 7;
}

extern "C" cudaError_t launch_calls(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, int* X, int X_len, int* A, int /*A_rows*/,
                                    int A_cols)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    calls<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, A, A_cols);
    return cudaGetLastError();
}

static __global__ void nested(unsigned threads, const int* B, int B_dim1, int B_dim2, int* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    for (int row_index = 0; row_index < B_dim1; ++row_index) {
        int row = row_index * B_dim2;
        int row_len = B_dim2;
        X[1] += B[row];
        const int row_begin = B_dim1 * B_dim2;
        for (int row_index_ = 0; row_index_ < B_dim1; ++row_index_) {
            row = row_begin + row_index_ * B_dim2;
            row_len = B_dim2;
            X[2] += B[row + 1];
        }
    }
    const int begin_dim1 = minimum(1, B_dim1);
    int rows = begin_dim1 * B_dim2;
    int rows_len = B_dim1 - begin_dim1;
    const int row_begin = rows;
    const int row_index_end = rows_len;
    for (int row_index = 0; row_index < row_index_end; ++row_index) {
        int row = row_begin + row_index * B_dim2;
        int row_len = B_dim2;
        const int begin_dim1_ = minimum(2, B_dim1);
        rows = (B_dim1 + begin_dim1_) * B_dim2;
        rows_len = B_dim1 - begin_dim1_;
        X[3] += B[row];
    }
    const int row_begin_ = rows;
    for (int row_index = 0; row_index < rows_len; ++row_index) {
        int row = row_begin_ + row_index * B_dim2;
        int row_len = B_dim2;
        X[3] += B[row + 1];
    }
    int n = 2;
    const int row_len_ = slice_bound(n, B_dim2);
    for (int row_index = 0; row_index < B_dim1; ++row_index) {
        int row = row_index * B_dim2;
        int row_len = row_len_;
        X[4] += row_len;
        n = 1;
    }
}

extern "C" cudaError_t launch_nested(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const int* B, int /*B_dim0*/, int B_dim1,
                                     int B_dim2, int* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    nested<<<grid, block, shared_bytes, stream>>>(threads.x, B, B_dim1, B_dim2, X);
    return cudaGetLastError();
}

static __global__ void wide(unsigned threads, int* X, int X_len, const int* A, int A_rows, int A_cols,
                            int64_t m)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int x_start = slice_bound(m, int64_t(X_len));
    const int count = X_len - x_start;
    for (int j = 0; j < count; ++j) {
        const int x = X[x_start + j];
        X[0] += x;
    }
    const int i_end = slice_bound(m, int64_t(X_len));
    for (int i = 0; i < i_end; ++i) {
        const int x = X[i];
        X[1] += i * x;
    }
    const int a_start = slice_bound(m, int64_t(X_len));
    const int count_ = minimum(X_len - a_start, X_len);
    for (int j = 0; j < count_; ++j) {
        const int a = X[a_start + j];
        const int b = X[j];
        X[2] += a - b;
    }
    const int row_begin = int(slice_bound(m, int64_t(A_rows))) * A_cols;
    const int row_index_end = A_rows - int(slice_bound(m, int64_t(A_rows)));
    for (int row_index = 0; row_index < row_index_end; ++row_index) {
        const int row = row_begin + row_index * A_cols;
        X[3] += A[row + (A_cols - 1)];
    }
    X[4] = A_rows - int(slice_bound(m, int64_t(A_rows)))
        + maximum(0, int(slice_bound(m, int64_t(X_len))) - minimum(1, X_len));
}

extern "C" cudaError_t launch_wide(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, int* X, int X_len, const int* A, int A_rows,
                                   int A_cols, int64_t m)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    wide<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, A, A_rows, A_cols, m);
    return cudaGetLastError();
}
