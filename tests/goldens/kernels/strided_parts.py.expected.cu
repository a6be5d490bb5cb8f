// Translated from strided_parts.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ helper minimum(int)
//+ helper maximum(int)
//+ helper slice_bound(int)
//+ helper slice_bound_step(int)
//+ helper slice_count(int)
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ float total_strided(const float* X, int X_len, int X_stride)
{
    float acc = 0.0f;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i * X_stride];
        acc += x;
    }
    return acc;
}

static __device__ float total(const float* X, int X_len)
{
    float acc = 0.0f;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        acc += x;
    }
    return acc;
}

static __global__ void scale(unsigned threads, float* X, int X_len, float by)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    for (int i = 0; i < X_len; ++i) {
        X[i] *= by;
    }
}

extern "C" cudaError_t launch_scale(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, float* X, int X_len, float by)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    scale<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, by);
    return cudaGetLastError();
}

static __device__ void scale_strided(float* X, int X_len, int X_stride, float by)
{
    for (int i = 0; i < X_len; ++i) {
        X[i * X_stride] *= by;
    }
}

static __device__ float dot_X_strided(const float* X, int X_len, int X_stride, const float* Y, int Y_len)
{
    float acc = 0.0f;
    const int i_end = minimum(X_len, Y_len);
    for (int i = 0; i < i_end; ++i) {
        acc += X[i * X_stride] * Y[i];
    }
    return acc;
}

static __device__ float dot_strided(const float* X, int X_len, int X_stride, const float* Y, int Y_len,
                                    int Y_stride)
{
    float acc = 0.0f;
    const int i_end = minimum(X_len, Y_len);
    for (int i = 0; i < i_end; ++i) {
        acc += X[i * X_stride] * Y[i * Y_stride];
    }
    return acc;
}

static __device__ float trace(const float* A, int A_rows, int A_cols)
{
    float acc = 0.0f;
    const int i_end = minimum(A_rows, A_cols);
    for (int i = 0; i < i_end; ++i) {
        acc += A[i * A_cols + i];
    }
    return acc;
}

static __device__ float trace_pitched(const float* A, int A_rows, int A_cols, int A_row_stride)
{
    float acc = 0.0f;
    const int i_end = minimum(A_rows, A_cols);
    for (int i = 0; i < i_end; ++i) {
        acc += A[i * A_row_stride + i];
    }
    return acc;
}

static __device__ float trace_strided(const float* A, int A_rows, int A_cols, int A_row_stride,
                                      int A_col_stride)
{
    float acc = 0.0f;
    const int i_end = minimum(A_rows, A_cols);
    for (int i = 0; i < i_end; ++i) {
        acc += A[i * A_row_stride + i * A_col_stride];
    }
    return acc;
}

static __device__ float tree_strided(const float* X, int X_len, int X_stride)
{
    if (X_len == 1) return X[0];
    const int begin = minimum(1, X_len);
    return tree_strided(X, slice_count(0, X_len, 2), 2 * X_stride)
        + tree_strided(X + begin * X_stride, slice_count(begin, X_len, 2), 2 * X_stride);
}

static __global__ void columns(unsigned threads, float* A, int A_rows, int A_cols, float* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    // A column's elements are a row apart.
    const int column = idx;
    scale_strided(A + column, A_rows, A_cols, 2.0f);
    const int first_row = minimum(1, A_rows);
    R[idx] = total_strided(A + column, A_rows, A_cols) + total(A, A_cols)
        + dot_X_strided(A + column, A_rows, A_cols, A, A_cols)
        + dot_strided(A + column + (A_rows - 1) * A_cols, A_rows, -A_cols, A + first_row * A_cols,
                      A_rows - first_row, A_cols);
    const int first_col = minimum(1, A_cols);
    R[idx] += trace(A, A_rows, A_cols) + trace_pitched(A + first_col, A_rows, A_cols - first_col, A_cols)
        + trace_strided(A, slice_count(0, A_rows, 2), slice_count(0, A_cols, 2), 2 * A_cols, 2)
        + tree_strided(A + column, A_rows, A_cols);
}

extern "C" cudaError_t launch_columns(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, float* A, int A_rows, int A_cols, float* R,
                                      int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    columns<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_rows, A_cols, R);
    return cudaGetLastError();
}

static __global__ void steps(unsigned threads, const float* X, int X_len, float* R, int step)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int back = X_len - 1;
    const int back_len = X_len;
    for (int j = 0; j < back_len; ++j) {
        const float x = X[back + j * -1];
        R[0] = 0.5f * R[0] + x;
    }
    const int x_start = minimum(1, X_len);
    const int i_end = slice_count(x_start, maximum(0, X_len - 1), 2);
    for (int i = 0; i < i_end; ++i) {
        const float x = X[x_start + i * 2];
        R[1] += i * x;
    }
    const int x_start_ = slice_bound_step(idx, X_len, step);
    const int count = slice_count(x_start_, step < 0 ? -1 : X_len, step);
    for (int j = 0; j < count; ++j) {
        const float x = X[x_start_ + j * step];
        R[2] += x;
    }
    const int x_start_2 = slice_bound_step(-1, X_len, -2);
    const int y_start = X_len - 1;
    const int count_ = minimum(slice_count(slice_bound_step(-1, X_len, -2), -1, -2),
                               slice_count(X_len - 1, slice_bound_step(idx, X_len, -1), -1));
    for (int j = 0; j < count_; ++j) {
        const float x = X[x_start_2 + j * -2];
        const float y = X[y_start + j * -1];
        R[3] += x * y;
    }
}

extern "C" cudaError_t launch_steps(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const float* X, int X_len, float* R, int /*R_len*/,
                                    int step)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    steps<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, R, step);
    return cudaGetLastError();
}

static __global__ void rows(unsigned threads, const float* A, int A_rows, int A_cols, const float* B,
                            int B_rows, int B_cols, float* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    for (int i = 0; i < A_rows; ++i) {
        const int row = i * A_cols;
        R[i] = A[row];
    }
    const int b_begin = minimum(1, B_cols);
    const int b_len = B_cols - b_begin;
    const int count = minimum(A_rows, B_rows);
    for (int j = 0; j < count; ++j) {
        const int a = j * A_cols;
        const int b = b_begin + j * B_cols;
        R[idx] += A[a + idx] * B[b] + b_len;
    }
    R[0] += A_cols;
}

extern "C" cudaError_t launch_rows(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, const float* A, int A_rows, int A_cols,
                                   const float* B, int B_rows, int B_cols, float* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    rows<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_rows, A_cols, B, B_rows, B_cols, R);
    return cudaGetLastError();
}

static __device__ int bump(int* C)
{
    C[0] += 1;
    return C[0];
}

static __global__ void calls(unsigned threads, int* C, const float* A, int A_rows, int A_cols, float* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int begin = bump(C);
    const int first_row = slice_bound(begin, A_rows);
    const int part = first_row * A_cols;
    const int part_len = A_rows - first_row;
    const float value = A[part] + part_len;
    bump(C);
    R[0] = value + A_cols;
    int begin_;
    int end;
    R[1] = C[0] > 0
        ? (begin_ = bump(C),
           (end = bump(C),
            total(A + slice_bound(begin_, A_cols),
                  maximum(0, slice_bound(end, A_cols) - slice_bound(begin_, A_cols))))) : 0.0f;
}

extern "C" cudaError_t launch_calls(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, int* C, int /*C_len*/, const float* A, int A_rows,
                                    int A_cols, float* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    calls<<<grid, block, shared_bytes, stream>>>(threads.x, C, A, A_rows, A_cols, R);
    return cudaGetLastError();
}

static __global__ void tiles(float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float tile[8 * 32];
    tile[int(threadIdx.x) / 32 * 32 + int(threadIdx.x) % 32] = X[idx];
    __syncthreads();
    X[idx] = total_strided(tile + int(threadIdx.x) % 32, 8, 32)
        + total_strided(tile + int(threadIdx.x) / 32 * 32 + 31, 16, -2);
}

extern "C" cudaError_t launch_tiles(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, float* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    tiles<<<grid, block, shared_bytes, stream>>>(X);
    return cudaGetLastError();
}
