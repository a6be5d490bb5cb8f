// Translated from view_order.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ helper floor_mod_positive(int)
//+ helper minimum(int)
//+ helper maximum(int)
//+ helper slice_bound(int)
//+ helper slice_bound(int64)

static inline int bump(int* X)
{
    X[0] += 1;
    return X[0];
}

static inline int pick(const int* X, int X_len, int i)
{
    return X[floor_mod_positive(i, X_len)];
}

static inline void calls(int* X, int X_len, int* A, int A_cols)
{
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

extern "C" void run_calls(const CpuRange* range, int* X, int X_len, int* A, int /*A_rows*/, int A_cols)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    calls(X, X_len, A, A_cols);
                }
            }
        }
    }
}

static inline void nested(const int* B, int B_dim1, int B_dim2, int* X)
{
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

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool nested_strip(int lanes, const int* B, int B_dim1,
                                                               int B_dim2, int* X)
{
    for (int row_index = 0; row_index < B_dim1; ++row_index) {
        int row = row_index * B_dim2;
        int row_len = B_dim2;
        const int row_begin = B_dim1 * B_dim2;
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            X[1] += B[row];
        }
        for (int row_index_ = 0; row_index_ < B_dim1; ++row_index_) {
            row = row_begin + row_index_ * B_dim2;
            row_len = B_dim2;
#pragma omp simd
            for (int lane = 0; lane < lanes; ++lane) {
                X[2] += B[row + 1];
            }
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
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            X[3] += B[row];
        }
    }
    const int row_begin_ = rows;
    for (int row_index = 0; row_index < rows_len; ++row_index) {
        int row = row_begin_ + row_index * B_dim2;
        int row_len = B_dim2;
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            X[3] += B[row + 1];
        }
    }
    int n = 2;
    const int row_len_ = slice_bound(n, B_dim2);
    for (int row_index = 0; row_index < B_dim1; ++row_index) {
        int row = row_index * B_dim2;
        int row_len = row_len_;
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            X[4] += row_len;
        }
        n = 1;
    }
    return true;
}

extern "C" void run_nested(const CpuRange* range, const int* B, int /*B_dim0*/, int B_dim1, int B_dim2,
                           int* X, int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? nested_strip(32, B, B_dim1, B_dim2, X)
                        : lanes >= 8 && nested_strip(lanes, B, B_dim1, B_dim2, X);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            nested(B, B_dim1, B_dim2, X);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline void wide(int* X, int X_len, const int* A, int A_rows, int A_cols, int64_t m)
{
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

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool wide_strip(int lanes, int* X, int X_len, const int* A,
                                                             int A_rows, int A_cols, int64_t m)
{
    const int x_start = slice_bound(m, int64_t(X_len));
    const int count = X_len - x_start;
    for (int j = 0; j < count; ++j) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int x = X[x_start + j];
            X[0] += x;
        }
    }
    const int i_end = slice_bound(m, int64_t(X_len));
    for (int i = 0; i < i_end; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int x = X[i];
            X[1] += i * x;
        }
    }
    const int a_start = slice_bound(m, int64_t(X_len));
    const int count_ = minimum(X_len - a_start, X_len);
    for (int j = 0; j < count_; ++j) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int a = X[a_start + j];
            const int b = X[j];
            X[2] += a - b;
        }
    }
    const int row_begin = int(slice_bound(m, int64_t(A_rows))) * A_cols;
    const int row_index_end = A_rows - int(slice_bound(m, int64_t(A_rows)));
    for (int row_index = 0; row_index < row_index_end; ++row_index) {
        const int row = row_begin + row_index * A_cols;
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            X[3] += A[row + (A_cols - 1)];
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        X[4] = A_rows - int(slice_bound(m, int64_t(A_rows)))
            + maximum(0, int(slice_bound(m, int64_t(X_len))) - minimum(1, X_len));
    }
    return true;
}

extern "C" void run_wide(const CpuRange* range, int* X, int X_len, const int* A, int A_rows, int A_cols,
                         int64_t m)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0];) {
                    const int lanes = block.end[0] - x_2 < 32 ? block.end[0] - x_2 : 32;
                    const bool done = lanes == 32
                        ? wide_strip(32, X, X_len, A, A_rows, A_cols, m)
                        : lanes >= 8 && wide_strip(lanes, X, X_len, A, A_rows, A_cols, m);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            wide(X, X_len, A, A_rows, A_cols, m);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}
