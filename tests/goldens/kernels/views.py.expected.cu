// Translated from views.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ helper minimum(int)
//+ helper maximum(int)
//+ helper slice_bound(int)
//+ helper ptxas_negation_workaround(int)
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ float total(const float* X, int X_len)
{
    float acc = 0.0f;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        acc += x;
    }
    return acc;
}

static __device__ void scale_device(float* X, int X_len, float by)
{
    for (int i = 0; i < X_len; ++i) {
        X[i] *= by;
    }
}

static __global__ void scale(unsigned threads, float* X, int X_len, float by)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    scale_device(X, X_len, by);
}

extern "C" cudaError_t launch_scale(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, float* X, int X_len, float by)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    scale<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, by);
    return cudaGetLastError();
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

static __global__ void rows(unsigned threads, float* A, int A_rows, int A_cols, float* sums)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int row = idx * A_cols;
    const int last = A_cols - 1;
    const float A_next = A[row];
    A[row] = A[row + last];
    A[row + last] = A_next;
    scale_device(A + row, A_cols, 2.0f);
    const int first_col = minimum(1, A_cols);
    sums[idx] = total(A + row, A_cols) + total(A + (A_rows - 1) * A_cols, A_cols)
        + total(A + idx * A_cols + first_col, A_cols - first_col);
}

extern "C" cudaError_t launch_rows(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, float* A, int A_rows, int A_cols, float* sums,
                                   int /*sums_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    rows<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_rows, A_cols, sums);
    return cudaGetLastError();
}

static __global__ void columns(unsigned threads, float* A, int A_rows, int A_cols, float* sums)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    // A column's elements are a row apart.
    const int column = idx;
    float acc = 0.0f;
    for (int i = 0; i < A_rows; ++i) {
        const float x = A[column + i * A_cols];
        acc += x;
    }
    A[column + (A_rows - 1) * A_cols] = A[column];
    sums[idx] = acc * A_rows;
}

extern "C" cudaError_t launch_columns(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, float* A, int A_rows, int A_cols, float* sums,
                                      int /*sums_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    columns<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_rows, A_cols, sums);
    return cudaGetLastError();
}

static __global__ void windows(unsigned threads, const float* X, int X_len, float* Y, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int window = minimum(idx, X_len);
    const int window_len = maximum(0, slice_bound(idx + n, X_len) - window);
    Y[idx] = total(X + window, window_len) / maximum(ptxas_negation_workaround(window_len), 1);
    float first = 0.0f;
    int rest = minimum(1, X_len);
    int rest_len = X_len - rest;
    while (rest_len > 0) {
        first += X[rest];
        const int begin = minimum(2, ptxas_negation_workaround(rest_len));
        rest += begin;
        rest_len -= begin;
    }
    const int begin = maximum(0, X_len - 3);
    Y[0] += first + total(X + begin, maximum(0, ptxas_negation_workaround(maximum(0, X_len - 1) - begin)))
        + total(X, slice_bound(n, X_len));
}

extern "C" cudaError_t launch_windows(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const float* X, int X_len, float* Y, int /*Y_len*/,
                                      int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    windows<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, Y, n);
    return cudaGetLastError();
}

static __global__ void planes(unsigned threads, const double* T, int T_dim0, int T_dim1, int T_dim2,
                              double* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int plane = idx * T_dim1 * T_dim2;
    double acc = 0.0;
    const int row_begin = plane;
    for (int row_index = 0; row_index < T_dim1; ++row_index) {
        const int row = row_begin + row_index * T_dim2;
        const int x_start = row + minimum(1, T_dim2);
        const int count = maximum(0, ptxas_negation_workaround(maximum(0, T_dim2 - 1) - minimum(1, T_dim2)));
        for (int j = 0; j < count; ++j) {
            const double x = T[x_start + j];
            acc += x;
        }
    }
    for (int i = 0; i < T_dim2; ++i) {
        const double x = T[plane + i];
        acc += i * x;
    }
    const int count = minimum(T_dim2, T_dim0);
    for (int j = 0; j < count; ++j) {
        const double a = T[j];
        const double b = T[1 + j * (T_dim1 * T_dim2)];
        acc += a * b;
    }
    const int begin_dim1 = minimum(1, T_dim1);
    const int begin_dim2 = minimum(1, T_dim2);
    const int inner = plane + begin_dim1 * T_dim2 + begin_dim2;
    const int inner_len = maximum(0, ptxas_negation_workaround(maximum(0, T_dim1 - 1) - begin_dim1));
    const int inner_len_ = maximum(0, ptxas_negation_workaround(maximum(0, T_dim2 - 1) - begin_dim2));
    const int rows = inner_len;
    const int columns = inner_len_;
    R[idx] = acc + T[inner] + T[inner + (inner_len - 1) * T_dim2 + (inner_len_ - 1)] + rows * columns
        + (T_dim1 - minimum(1, T_dim1));
}

extern "C" cudaError_t launch_planes(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const double* T, int T_dim0, int T_dim1, int T_dim2,
                                     double* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    planes<<<grid, block, shared_bytes, stream>>>(threads.x, T, T_dim0, T_dim1, T_dim2, R);
    return cudaGetLastError();
}

static __global__ void traces(unsigned threads, const float* T, int T_dim1, int T_dim2, float* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int begin_dim1 = minimum(1, T_dim1);
    R[idx] = trace(T + idx * T_dim1 * T_dim2, T_dim1, T_dim2)
        + trace(T + begin_dim1 * T_dim2, maximum(0, minimum(3, T_dim1) - begin_dim1), T_dim2);
}

extern "C" cudaError_t launch_traces(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const float* T, int /*T_dim0*/, int T_dim1,
                                     int T_dim2, float* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    traces<<<grid, block, shared_bytes, stream>>>(threads.x, T, T_dim1, T_dim2, R);
    return cudaGetLastError();
}

static __global__ void tiles(float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float tile[4 * 32];
    const int row = int(threadIdx.x) / 32 * 32;
    tile[row + int(threadIdx.x) % 32] = X[idx];
    __syncthreads();
    const int column = int(threadIdx.x) % 32;
    X[idx] = total(tile + row, 32) + tile[column] + total(tile + 33, 2);
}

extern "C" cudaError_t launch_tiles(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, float* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    tiles<<<grid, block, shared_bytes, stream>>>(X);
    return cudaGetLastError();
}
