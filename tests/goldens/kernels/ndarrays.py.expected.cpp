// Translated from ndarrays.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

constexpr int64_t BORDER = 1;

// Two nested indices are one element, as in NumPy.
static inline void transpose(int idx, int idy, const float* A, int /*A_rows*/, int A_cols, float* B,
                             int B_cols)
{
    B[idx * B_cols + idy] = A[idy * A_cols + idx];
}

extern "C" void run_transpose(const CpuRange* range, const float* A, int A_rows, int A_cols, float* B,
                              int /*B_rows*/, int B_cols)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (A_rows < block.end[1]) block.end[1] = A_rows;
        if (A_cols < block.end[0]) block.end[0] = A_cols;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int first_y = block.first[1]; first_y < block.end[1];) {
                const int end_y = block.end[1] - first_y < 16 ? block.end[1] : first_y + 16;
                for (int first_x = block.first[0]; first_x < block.end[0];) {
                    const int end_x = block.end[0] - first_x < 16 ? block.end[0] : first_x + 16;
                    for (int y = first_y; y < end_y; ++y) {
#pragma omp simd
                        for (int x = first_x; x < end_x; ++x) {
                            transpose(x, y, A, A_rows, A_cols, B, B_cols);
                        }
                    }
                    first_x = end_x;
                }
                first_y = end_y;
            }
        }
    }
}

static inline void matmul(int idx, int idy, const float* A, int A_cols, const float* B, int B_cols, float* C,
                          int /*C_rows*/, int C_cols)
{
    float total = 0.0f;
    for (int k = 0; k < A_cols; ++k) {
        total += A[idy * A_cols + k] * B[k * B_cols + idx];
    }
    C[idy * C_cols + idx] = total;
}

// The same for up to 4 rows of up to 32 neighbouring threads at once. It gives false, having done nothing,
// where they diverge.
static inline __attribute__((always_inline)) bool matmul_strip(int lanes, int rows_2, int first_idx,
                                                               int first_idy, const float* A, int A_cols,
                                                               const float* B, int B_cols, float* C,
                                                               int /*C_rows*/, int C_cols)
{
    float total[128];
    for (int row = 0; row < rows_2; ++row) {
#pragma omp simd
        for (int column = 0; column < lanes; ++column) {
            const int lane = row * 32 + column;
            total[lane] = 0.0f;
        }
    }
    for (int k = 0; k < A_cols; ++k) {
        for (int row = 0; row < rows_2; ++row) {
#pragma omp simd
            for (int column = 0; column < lanes; ++column) {
                const int lane = row * 32 + column;
                const int idx = first_idx + column;
                const int idy = first_idy + row;
                total[lane] += A[idy * A_cols + k] * B[k * B_cols + idx];
            }
        }
    }
    for (int row = 0; row < rows_2; ++row) {
#pragma omp simd
        for (int column = 0; column < lanes; ++column) {
            const int lane = row * 32 + column;
            const int idx = first_idx + column;
            const int idy = first_idy + row;
            C[idy * C_cols + idx] = total[lane];
        }
    }
    return true;
}

extern "C" void run_matmul(const CpuRange* range, const float* A, int /*A_rows*/, int A_cols, const float* B,
                           int /*B_rows*/, int B_cols, float* C, int C_rows, int C_cols)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (C_rows < block.end[1]) block.end[1] = C_rows;
        if (C_cols < block.end[0]) block.end[0] = C_cols;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1];) {
                const int rows_2 = block.end[1] - y < 4 ? block.end[1] - y : 4;
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32 && rows_2 == 4
                        ? matmul_strip(32, 4, x, y, A, A_cols, B, B_cols, C, C_rows, C_cols)
                       
                        : lanes >= 8
                        && matmul_strip(lanes, rows_2, x, y, A, A_cols, B, B_cols, C, C_rows, C_cols);
                    if (!done) {
                        for (int thread_y = y; thread_y < y + rows_2; ++thread_y) {
                            for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                                matmul(thread_x, thread_y, A, A_cols, B, B_cols, C, C_rows, C_cols);
                            }
                        }
                    }
                    x += lanes;
                }
                y += rows_2;
            }
        }
    }
}

static inline void stencil(int idx, int idy, int idz, const double* T, int T_dim0, int T_dim1, int T_dim2,
                           double* U, int U_dim1, int U_dim2)
{
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

extern "C" void run_stencil(const CpuRange* range, const double* T, int T_dim0, int T_dim1, int T_dim2,
                            double* U, int /*U_dim0*/, int U_dim1, int U_dim2)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    stencil(x, y, z, T, T_dim0, T_dim1, T_dim2, U, U_dim1, U_dim2);
                }
            }
        }
    }
}

static inline void corners(int idx, int* A, int A_rows, int A_cols, const int* X, int X_len, int64_t wide)
{
    A[0] = X[0];
    A[A_cols - 1] += A_rows;
    A[(A_rows - 1) * A_cols] = A_rows * A_cols + 2 + 2;
    A[(A_rows - 1) * A_cols + (A_cols - 1)] = X_len + 1 + X_len;
    A[A_cols + 1] = A[A_cols + 1] + A[idx * A_cols];
    A[wide * A_cols + BORDER] = A_cols - A[(wide + 1) * A_cols + wide];
}

extern "C" void run_corners(const CpuRange* range, int* A, int A_rows, int A_cols, const int* X, int X_len,
                            int64_t wide)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    corners(x, A, A_rows, A_cols, X, X_len, wide);
                }
            }
        }
    }
}

static inline float row_sum(const float* A, int A_cols, int row)
{
    float total = 0.0f;
    for (int j = 0; j < A_cols; ++j) {
        total += A[row * A_cols + j];
    }
    return total;
}

static inline void row_sums(int idx, const float* A, int /*A_rows*/, int A_cols, float* sums)
{
    sums[idx] = row_sum(A, A_cols, idx);
}

// The same for a strip of up to 16 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool row_sums_strip(int lanes, int first_idx, const float* A,
                                                                 int /*A_rows*/, int A_cols, float* sums)
{
    int row[16];
    float total[16];
    float row_sum_result[16];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        row[lane] = idx;
        total[lane] = 0.0f;
    }
    int first_j = 0;
    while (A_cols - first_j >= 8) {
        const int end_j = A_cols - first_j < 16 ? A_cols : first_j + 16;
        for (int lane = 0; lane < lanes; ++lane) {
            for (int j = first_j; j < end_j; ++j) {
                total[lane] += A[row[lane] * A_cols + j];
            }
        }
        first_j = end_j;
    }
    for (int j = first_j; j < A_cols; ++j) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            total[lane] += A[row[lane] * A_cols + j];
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        row_sum_result[lane] = total[lane];
        sums[idx] = row_sum_result[lane];
    }
    return true;
}

extern "C" void run_row_sums(const CpuRange* range, const float* A, int A_rows, int A_cols, float* sums,
                             int /*sums_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (A_rows < block.end[0]) block.end[0] = A_rows;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 16 ? block.end[0] - x : 16;
                    const bool done = lanes == 16
                        ? row_sums_strip(16, x, A, A_rows, A_cols, sums)
                        : lanes >= 8 && row_sums_strip(lanes, x, A, A_rows, A_cols, sums);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            row_sums(thread_x, A, A_rows, A_cols, sums);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline void first_plane(int idx, const bool* masks, int masks_dim2, int masks_dim3, int* counts)
{
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

// The same for a strip of up to 16 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool first_plane_strip(int lanes, int first_idx,
                                                                    const bool* masks, int masks_dim2,
                                                                    int masks_dim3, int* counts)
{
    int found[16];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        found[lane] = 0;
    }
    for (int i = 0; i < masks_dim2; ++i) {
        int first_j = 0;
        while (masks_dim3 - first_j >= 32) {
            const int end_j = masks_dim3 - first_j < 64 ? masks_dim3 : first_j + 64;
            for (int lane = 0; lane < lanes; ++lane) {
                const int idx = first_idx + lane;
                for (int j = first_j; j < end_j; ++j) {
                    if (masks[(idx * masks_dim2 + i) * masks_dim3 + j]) {
                        found[lane] += 1;
                    }
                }
            }
            first_j = end_j;
        }
        for (int j = first_j; j < masks_dim3; ++j) {
#pragma omp simd
            for (int lane = 0; lane < lanes; ++lane) {
                const int idx = first_idx + lane;
                if (masks[(idx * masks_dim2 + i) * masks_dim3 + j]) {
                    found[lane] += 1;
                }
            }
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        counts[idx] = found[lane];
    }
    return true;
}

extern "C" void run_first_plane(const CpuRange* range, const bool* masks, int /*masks_dim0*/,
                                int /*masks_dim1*/, int masks_dim2, int masks_dim3, int* counts,
                                int /*counts_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 16 ? block.end[0] - x : 16;
                    const bool done = lanes == 16
                        ? first_plane_strip(16, x, masks, masks_dim2, masks_dim3, counts)
                        : lanes >= 8 && first_plane_strip(lanes, x, masks, masks_dim2, masks_dim3, counts);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            first_plane(thread_x, masks, masks_dim2, masks_dim3, counts);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
