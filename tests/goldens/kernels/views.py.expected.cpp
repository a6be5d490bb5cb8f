// Translated from views.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ helper minimum(int)
//+ helper maximum(int)
//+ helper slice_bound(int)

static inline float total(const float* X, int X_len)
{
    float acc = 0.0f;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        acc += x;
    }
    return acc;
}

static inline void scale_device(float* X, int X_len, float by)
{
    for (int i = 0; i < X_len; ++i) {
        X[i] *= by;
    }
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool scale_device_strip(int lanes, float* X, int X_len, float by)
{
    for (int i = 0; i < X_len; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            X[i] *= by;
        }
    }
    return true;
}

extern "C" void run_scale(const CpuRange* range, float* X, int X_len, float by)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? scale_device_strip(32, X, X_len, by)
                        : lanes >= 8 && scale_device_strip(lanes, X, X_len, by);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            scale_device(X, X_len, by);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline float trace(const float* A, int A_rows, int A_cols)
{
    float acc = 0.0f;
    const int i_end = minimum(A_rows, A_cols);
    for (int i = 0; i < i_end; ++i) {
        acc += A[i * A_cols + i];
    }
    return acc;
}

static inline void rows(int idx, float* A, int A_rows, int A_cols, float* sums)
{
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

// The same for a strip of up to 16 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool rows_strip(int lanes, int first_idx, float* A, int A_rows,
                                                             int A_cols, float* sums)
{
    int row[16];
    int X_start[16];
    float acc[16];
    int X_start_[16];
    float total_result[16];
    float acc_[16];
    float total_result_[16];
    float acc_2[16];
    int X_start_2[16];
    float total_result_2[16];
    const int last = A_cols - 1;
    const int X_len = A_cols;
    const float by = 2.0f;
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        row[lane] = idx * A_cols;
        const float A_next = A[row[lane]];
        A[row[lane]] = A[row[lane] + last];
        A[row[lane] + last] = A_next;
        X_start[lane] = row[lane];
    }
    int first_i = 0;
    while (X_len - first_i >= 8) {
        const int end_i = X_len - first_i < 16 ? X_len : first_i + 16;
        for (int lane = 0; lane < lanes; ++lane) {
            for (int i = first_i; i < end_i; ++i) {
                A[X_start[lane] + i] *= by;
            }
        }
        first_i = end_i;
    }
    for (int i = first_i; i < X_len; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            A[X_start[lane] + i] *= by;
        }
    }
    const int first_col = minimum(1, A_cols);
    const int X_len_ = A_cols;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        X_start_[lane] = row[lane];
        acc[lane] = 0.0f;
    }
    int first_i_ = 0;
    while (X_len_ - first_i_ >= 8) {
        const int end_i = X_len_ - first_i_ < 16 ? X_len_ : first_i_ + 16;
        for (int lane = 0; lane < lanes; ++lane) {
            for (int j = first_i_; j < end_i; ++j) {
                const float x = A[X_start_[lane] + j];
                acc[lane] += x;
            }
        }
        first_i_ = end_i;
    }
    for (int j = first_i_; j < X_len_; ++j) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const float x = A[X_start_[lane] + j];
            acc[lane] += x;
        }
    }
    const int X_start_3 = (A_rows - 1) * A_cols;
    const int X_len_2 = A_cols;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        total_result[lane] = acc[lane];
        acc_[lane] = 0.0f;
    }
    for (int i_ = 0; i_ < X_len_2; ++i_) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const float x_2 = A[X_start_3 + i_];
            acc_[lane] += x_2;
        }
    }
    const int X_len_3 = A_cols - first_col;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        total_result_[lane] = acc_[lane];
        X_start_2[lane] = idx * A_cols + first_col;
        acc_2[lane] = 0.0f;
    }
    int first_i_2 = 0;
    while (X_len_3 - first_i_2 >= 8) {
        const int end_i = X_len_3 - first_i_2 < 16 ? X_len_3 : first_i_2 + 16;
        for (int lane = 0; lane < lanes; ++lane) {
            for (int k = first_i_2; k < end_i; ++k) {
                const float x_ = A[X_start_2[lane] + k];
                acc_2[lane] += x_;
            }
        }
        first_i_2 = end_i;
    }
    for (int k = first_i_2; k < X_len_3; ++k) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const float x_ = A[X_start_2[lane] + k];
            acc_2[lane] += x_;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        total_result_2[lane] = acc_2[lane];
        sums[idx] = total_result[lane] + total_result_[lane] + total_result_2[lane];
    }
    return true;
}

extern "C" void run_rows(const CpuRange* range, float* A, int A_rows, int A_cols, float* sums,
                         int /*sums_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 16 ? block.end[0] - x : 16;
                    const bool done = lanes == 16
                        ? rows_strip(16, x, A, A_rows, A_cols, sums)
                        : lanes >= 8 && rows_strip(lanes, x, A, A_rows, A_cols, sums);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            rows(thread_x, A, A_rows, A_cols, sums);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline void columns(int idx, float* A, int A_rows, int A_cols, float* sums)
{
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

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool columns_strip(int lanes, int first_idx, float* A,
                                                                int A_rows, int A_cols, float* sums)
{
    int column[32];
    float acc[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        // A column's elements are a row apart.
        column[lane] = idx;
        acc[lane] = 0.0f;
    }
    for (int i = 0; i < A_rows; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const float x = A[column[lane] + i * A_cols];
            acc[lane] += x;
        }
    }
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        A[column[lane] + (A_rows - 1) * A_cols] = A[column[lane]];
        sums[idx] = acc[lane] * A_rows;
    }
    return true;
}

extern "C" void run_columns(const CpuRange* range, float* A, int A_rows, int A_cols, float* sums,
                            int /*sums_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0];) {
                    const int lanes = block.end[0] - x_2 < 32 ? block.end[0] - x_2 : 32;
                    const bool done = lanes == 32
                        ? columns_strip(32, x_2, A, A_rows, A_cols, sums)
                        : lanes >= 8 && columns_strip(lanes, x_2, A, A_rows, A_cols, sums);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            columns(thread_x, A, A_rows, A_cols, sums);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}

static inline void windows(int idx, const float* X, int X_len, float* Y, int n)
{
    const int window = minimum(idx, X_len);
    const int window_len = maximum(0, slice_bound(idx + n, X_len) - window);
    Y[idx] = total(X + window, window_len) / maximum(window_len, 1);
    float first = 0.0f;
    int rest = minimum(1, X_len);
    int rest_len = X_len - rest;
    while (rest_len > 0) {
        first += X[rest];
        const int begin = minimum(2, rest_len);
        rest += begin;
        rest_len -= begin;
    }
    const int begin = maximum(0, X_len - 3);
    Y[0] += first + total(X + begin, maximum(0, maximum(0, X_len - 1) - begin))
        + total(X, slice_bound(n, X_len));
}

extern "C" void run_windows(const CpuRange* range, const float* X, int X_len, float* Y, int /*Y_len*/, int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    windows(x, X, X_len, Y, n);
                }
            }
        }
    }
}

static inline void planes(int idx, const double* T, int T_dim0, int T_dim1, int T_dim2, double* R)
{
    const int plane = idx * T_dim1 * T_dim2;
    double acc = 0.0;
    const int row_begin = plane;
    for (int row_index = 0; row_index < T_dim1; ++row_index) {
        const int row = row_begin + row_index * T_dim2;
        const int x_start = row + minimum(1, T_dim2);
        const int count = maximum(0, maximum(0, T_dim2 - 1) - minimum(1, T_dim2));
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
    const int inner_len = maximum(0, maximum(0, T_dim1 - 1) - begin_dim1);
    const int inner_len_ = maximum(0, maximum(0, T_dim2 - 1) - begin_dim2);
    const int rows = inner_len;
    const int columns = inner_len_;
    R[idx] = acc + T[inner] + T[inner + (inner_len - 1) * T_dim2 + (inner_len_ - 1)] + rows * columns
        + (T_dim1 - minimum(1, T_dim1));
}

// The same for a strip of up to 16 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool planes_strip(int lanes, int first_idx, const double* T,
                                                               int T_dim0, int T_dim1, int T_dim2, double* R)
{
    int plane[16];
    double acc[16];
    int row_begin[16];
    int x_start[16];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        plane[lane] = idx * T_dim1 * T_dim2;
        acc[lane] = 0.0;
        row_begin[lane] = plane[lane];
    }
    for (int row_index = 0; row_index < T_dim1; ++row_index) {
        const int count = maximum(0, maximum(0, T_dim2 - 1) - minimum(1, T_dim2));
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int row = row_begin[lane] + row_index * T_dim2;
            x_start[lane] = row + minimum(1, T_dim2);
        }
        for (int j = 0; j < count; ++j) {
#pragma omp simd
            for (int lane = 0; lane < lanes; ++lane) {
                const double x = T[x_start[lane] + j];
                acc[lane] += x;
            }
        }
    }
    int first_i = 0;
    while (T_dim2 - first_i >= 4) {
        const int end_i = T_dim2 - first_i < 8 ? T_dim2 : first_i + 8;
        for (int lane = 0; lane < lanes; ++lane) {
            for (int i = first_i; i < end_i; ++i) {
                const double x = T[plane[lane] + i];
                acc[lane] += i * x;
            }
        }
        first_i = end_i;
    }
    for (int i = first_i; i < T_dim2; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const double x = T[plane[lane] + i];
            acc[lane] += i * x;
        }
    }
    const int count = minimum(T_dim2, T_dim0);
    for (int j = 0; j < count; ++j) {
        const double a = T[j];
        const double b = T[1 + j * (T_dim1 * T_dim2)];
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            acc[lane] += a * b;
        }
    }
    const int begin_dim1 = minimum(1, T_dim1);
    const int begin_dim2 = minimum(1, T_dim2);
    const int inner_len = maximum(0, maximum(0, T_dim1 - 1) - begin_dim1);
    const int inner_len_ = maximum(0, maximum(0, T_dim2 - 1) - begin_dim2);
    const int rows = inner_len;
    const int columns = inner_len_;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        const int inner = plane[lane] + begin_dim1 * T_dim2 + begin_dim2;
        R[idx] = acc[lane] + T[inner] + T[inner + (inner_len - 1) * T_dim2 + (inner_len_ - 1)]
            + rows * columns + (T_dim1 - minimum(1, T_dim1));
    }
    return true;
}

extern "C" void run_planes(const CpuRange* range, const double* T, int T_dim0, int T_dim1, int T_dim2,
                           double* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0];) {
                    const int lanes = block.end[0] - x_2 < 16 ? block.end[0] - x_2 : 16;
                    const bool done = lanes == 16
                        ? planes_strip(16, x_2, T, T_dim0, T_dim1, T_dim2, R)
                        : lanes >= 8 && planes_strip(lanes, x_2, T, T_dim0, T_dim1, T_dim2, R);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            planes(thread_x, T, T_dim0, T_dim1, T_dim2, R);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}

static inline void traces(int idx, const float* T, int T_dim1, int T_dim2, float* R)
{
    const int begin_dim1 = minimum(1, T_dim1);
    R[idx] = trace(T + idx * T_dim1 * T_dim2, T_dim1, T_dim2)
        + trace(T + begin_dim1 * T_dim2, maximum(0, minimum(3, T_dim1) - begin_dim1), T_dim2);
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool traces_strip(int lanes, int first_idx, const float* T,
                                                               int T_dim1, int T_dim2, float* R)
{
    float acc[32];
    int A_start[32];
    float trace_result[32];
    const int begin_dim1 = minimum(1, T_dim1);
    const int A_len = T_dim1;
    const int A_len_ = T_dim2;
    const int i_end = minimum(A_len, A_len_);
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        A_start[lane] = idx * T_dim1 * T_dim2;
        acc[lane] = 0.0f;
    }
    for (int i = 0; i < i_end; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            acc[lane] += T[A_start[lane] + (i * A_len_ + i)];
        }
    }
    const int A_start_ = begin_dim1 * T_dim2;
    const int A_len_2 = maximum(0, minimum(3, T_dim1) - begin_dim1);
    const int A_len_3 = T_dim2;
    float trace_result_;
    float acc_ = 0.0f;
    const int i_end_ = minimum(A_len_2, A_len_3);
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        trace_result[lane] = acc[lane];
    }
    for (int i = 0; i < i_end_; ++i) {
        acc_ += T[A_start_ + (i * A_len_3 + i)];
    }
    trace_result_ = acc_;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        R[idx] = trace_result[lane] + trace_result_;
    }
    return true;
}

extern "C" void run_traces(const CpuRange* range, const float* T, int /*T_dim0*/, int T_dim1, int T_dim2,
                           float* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? traces_strip(32, x, T, T_dim1, T_dim2, R)
                        : lanes >= 8 && traces_strip(lanes, x, T, T_dim1, T_dim2, R);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            traces(thread_x, T, T_dim1, T_dim2, R);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline __attribute__((always_inline)) void tiles_block(int first_idx, int blockDim_x, float* X)
{
    alignas(64) float tile[4 * 32];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        const int row = threadIdx_x / 32 * 32;
        tile[row + threadIdx_x % 32] = X[idx];
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        const int row = threadIdx_x / 32 * 32;
        const int column = threadIdx_x % 32;
        X[idx] = total(tile + row, 32) + tile[column] + total(tile + 33, 2);
    }
}

extern "C" void run_tiles(const CpuRange* range, float* X, int /*X_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            tiles_block(block.first[0], 256, X);
        } else {
            tiles_block(block.first[0], int(range->block[0]), X);
        }
    }
}
