// Translated from strided_parts.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ helper minimum(int)
//+ helper maximum(int)
//+ helper slice_bound(int)
//+ helper slice_bound_step(int)
//+ helper slice_count(int)

static inline float total_strided(const float* X, int X_len, int X_stride)
{
    float acc = 0.0f;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i * X_stride];
        acc += x;
    }
    return acc;
}

static inline float total(const float* X, int X_len)
{
    float acc = 0.0f;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        acc += x;
    }
    return acc;
}

static inline void scale(float* X, int X_len, float by)
{
    for (int i = 0; i < X_len; ++i) {
        X[i] *= by;
    }
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool scale_strip(int lanes, float* X, int X_len, float by)
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
                        ? scale_strip(32, X, X_len, by)
                        : lanes >= 8 && scale_strip(lanes, X, X_len, by);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            scale(X, X_len, by);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline void scale_strided(float* X, int X_len, int X_stride, float by)
{
    for (int i = 0; i < X_len; ++i) {
        X[i * X_stride] *= by;
    }
}

static inline float dot_X_strided(const float* X, int X_len, int X_stride, const float* Y, int Y_len)
{
    float acc = 0.0f;
    const int i_end = minimum(X_len, Y_len);
    for (int i = 0; i < i_end; ++i) {
        acc += X[i * X_stride] * Y[i];
    }
    return acc;
}

static inline float dot_strided(const float* X, int X_len, int X_stride, const float* Y, int Y_len,
                                int Y_stride)
{
    float acc = 0.0f;
    const int i_end = minimum(X_len, Y_len);
    for (int i = 0; i < i_end; ++i) {
        acc += X[i * X_stride] * Y[i * Y_stride];
    }
    return acc;
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

static inline float trace_pitched(const float* A, int A_rows, int A_cols, int A_row_stride)
{
    float acc = 0.0f;
    const int i_end = minimum(A_rows, A_cols);
    for (int i = 0; i < i_end; ++i) {
        acc += A[i * A_row_stride + i];
    }
    return acc;
}

static inline float trace_strided(const float* A, int A_rows, int A_cols, int A_row_stride, int A_col_stride)
{
    float acc = 0.0f;
    const int i_end = minimum(A_rows, A_cols);
    for (int i = 0; i < i_end; ++i) {
        acc += A[i * A_row_stride + i * A_col_stride];
    }
    return acc;
}

static inline float tree_strided(const float* X, int X_len, int X_stride)
{
    if (X_len == 1) return X[0];
    const int begin = minimum(1, X_len);
    return tree_strided(X, slice_count(0, X_len, 2), 2 * X_stride)
        + tree_strided(X + begin * X_stride, slice_count(begin, X_len, 2), 2 * X_stride);
}

static inline void columns(int idx, float* A, int A_rows, int A_cols, float* R)
{
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

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool columns_strip(int lanes, int first_idx, float* A,
                                                                int A_rows, int A_cols, float* R)
{
    int column[32];
    int X_start[32];
    float acc[32];
    int X_start_[32];
    float total_strided_result[32];
    float acc_[32];
    float total_result[32];
    float acc_2[32];
    int X_start_2[32];
    float dot_X_strided_result[32];
    float acc_3[32];
    int X_start_3[32];
    float dot_strided_result[32];
    float acc_4[32];
    float trace_result[32];
    float acc_5[32];
    float trace_pitched_result[32];
    float acc_6[32];
    float trace_strided_result[32];
    const int X_len = A_rows;
    const int X_stride = A_cols;
    const float by = 2.0f;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        // A column's elements are a row apart.
        column[lane] = idx;
        X_start[lane] = column[lane];
    }
    for (int i = 0; i < X_len; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            A[X_start[lane] + i * X_stride] *= by;
        }
    }
    const int first_row = minimum(1, A_rows);
    const int X_len_ = A_rows;
    const int X_stride_ = A_cols;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        X_start_[lane] = column[lane];
        acc[lane] = 0.0f;
    }
    for (int i = 0; i < X_len_; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const float x = A[X_start_[lane] + i * X_stride_];
            acc[lane] += x;
        }
    }
    const int X_start_4 = 0;
    const int X_len_2 = A_cols;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        total_strided_result[lane] = acc[lane];
        acc_[lane] = 0.0f;
    }
    for (int i = 0; i < X_len_2; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const float x = A[X_start_4 + i];
            acc_[lane] += x;
        }
    }
    const int X_len_3 = A_rows;
    const int X_stride_2 = A_cols;
    const int Y_start = 0;
    const int Y_len = A_cols;
    const int i_end = minimum(X_len_3, Y_len);
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        total_result[lane] = acc_[lane];
        X_start_2[lane] = column[lane];
        acc_2[lane] = 0.0f;
    }
    for (int i = 0; i < i_end; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            acc_2[lane] += A[X_start_2[lane] + i * X_stride_2] * A[Y_start + i];
        }
    }
    const int X_len_4 = A_rows;
    const int X_stride_3 = -A_cols;
    const int Y_start_ = first_row * A_cols;
    const int Y_len_ = A_rows - first_row;
    const int Y_stride = A_cols;
    const int i_end_ = minimum(X_len_4, Y_len_);
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        dot_X_strided_result[lane] = acc_2[lane];
        X_start_3[lane] = column[lane] + (A_rows - 1) * A_cols;
        acc_3[lane] = 0.0f;
    }
    for (int i = 0; i < i_end_; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            acc_3[lane] += A[X_start_3[lane] + i * X_stride_3] * A[Y_start_ + i * Y_stride];
        }
    }
    const int first_col = minimum(1, A_cols);
    const int i_end_2 = minimum(A_rows, A_cols);
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        dot_strided_result[lane] = acc_3[lane];
        R[idx] = total_strided_result[lane] + total_result[lane] + dot_X_strided_result[lane]
            + dot_strided_result[lane];
        acc_4[lane] = 0.0f;
    }
    for (int i = 0; i < i_end_2; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            acc_4[lane] += A[i * A_cols + i];
        }
    }
    const int A_start = first_col;
    const int A_len = A_rows;
    const int A_len_ = A_cols - first_col;
    const int A_row_stride = A_cols;
    const int i_end_3 = minimum(A_len, A_len_);
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        trace_result[lane] = acc_4[lane];
        acc_5[lane] = 0.0f;
    }
    for (int i = 0; i < i_end_3; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            acc_5[lane] += A[A_start + (i * A_row_stride + i)];
        }
    }
    const int A_start_ = 0;
    const int A_len_2 = slice_count(0, A_rows, 2);
    const int A_len_3 = slice_count(0, A_cols, 2);
    const int A_row_stride_ = 2 * A_cols;
    const int A_col_stride = 2;
    const int i_end_4 = minimum(A_len_2, A_len_3);
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        trace_pitched_result[lane] = acc_5[lane];
        acc_6[lane] = 0.0f;
    }
    for (int i = 0; i < i_end_4; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            acc_6[lane] += A[A_start_ + (i * A_row_stride_ + i * A_col_stride)];
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        trace_strided_result[lane] = acc_6[lane];
        R[idx] += trace_result[lane] + trace_pitched_result[lane] + trace_strided_result[lane]
            + tree_strided(A + column[lane], A_rows, A_cols);
    }
    return true;
}

extern "C" void run_columns(const CpuRange* range, float* A, int A_rows, int A_cols, float* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? columns_strip(32, x, A, A_rows, A_cols, R)
                        : lanes >= 8 && columns_strip(lanes, x, A, A_rows, A_cols, R);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            columns(thread_x, A, A_rows, A_cols, R);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline void steps(int idx, const float* X, int X_len, float* R, int step)
{
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

extern "C" void run_steps(const CpuRange* range, const float* X, int X_len, float* R, int /*R_len*/, int step)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y_2 = block.first[1]; y_2 < block.end[1]; ++y_2) {
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    steps(x_2, X, X_len, R, step);
                }
            }
        }
    }
}

static inline void rows(int idx, const float* A, int A_rows, int A_cols, const float* B, int B_rows,
                        int B_cols, float* R)
{
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

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool rows_strip(int lanes, int first_idx, const float* A,
                                                             int A_rows, int A_cols, const float* B,
                                                             int B_rows, int B_cols, float* R)
{
    for (int i = 0; i < A_rows; ++i) {
        const int row = i * A_cols;
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            R[i] = A[row];
        }
    }
    const int b_begin = minimum(1, B_cols);
    const int b_len = B_cols - b_begin;
    const int count = minimum(A_rows, B_rows);
    for (int j = 0; j < count; ++j) {
        const int a = j * A_cols;
        const int b = b_begin + j * B_cols;
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            R[idx] += A[a + idx] * B[b] + b_len;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        R[0] += A_cols;
    }
    return true;
}

extern "C" void run_rows(const CpuRange* range, const float* A, int A_rows, int A_cols, const float* B,
                         int B_rows, int B_cols, float* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? rows_strip(32, x, A, A_rows, A_cols, B, B_rows, B_cols, R)
                        : lanes >= 8 && rows_strip(lanes, x, A, A_rows, A_cols, B, B_rows, B_cols, R);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            rows(thread_x, A, A_rows, A_cols, B, B_rows, B_cols, R);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline int bump(int* C)
{
    C[0] += 1;
    return C[0];
}

static inline void calls(int* C, const float* A, int A_rows, int A_cols, float* R)
{
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

extern "C" void run_calls(const CpuRange* range, int* C, int /*C_len*/, const float* A, int A_rows,
                          int A_cols, float* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    calls(C, A, A_rows, A_cols, R);
                }
            }
        }
    }
}

static inline __attribute__((always_inline)) void tiles_block(int first_idx, int blockDim_x, float* X)
{
    alignas(64) float tile[8 * 32];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        tile[threadIdx_x / 32 * 32 + threadIdx_x % 32] = X[idx];
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        X[idx] = total_strided(tile + threadIdx_x % 32, 8, 32)
            + total_strided(tile + threadIdx_x / 32 * 32 + 31, 16, -2);
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
