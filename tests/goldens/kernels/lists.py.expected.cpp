// Translated from lists.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ helper floor_mod(int)
//+ helper maximum(int)

static inline float total(const float* X, int X_len)
{
    float acc = 0.0f;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        acc += x;
    }
    return acc;
}

static inline int longest(const float* /*rows*/, const int* rows_offsets, int rows_len)
{
    int n = 0;
    for (int row_index = 0; row_index < rows_len; ++row_index) {
        const int row_len = rows_offsets[row_index + 1] - rows_offsets[row_index];
        n = maximum(n, row_len);
    }
    return n;
}

static inline void sums(int idx, float* rows, const int* rows_offsets, int rows_len, float* R)
{
    const int row = rows_offsets[idx];
    const int row_len = rows_offsets[idx + 1] - rows_offsets[idx];
    R[idx] = total(rows + row, row_len) + longest(rows, rows_offsets, rows_len) + rows[rows_offsets[idx]]
        + rows[row + (row_len - 1)] + (rows_offsets[rows_len] - rows_offsets[rows_len - 1]);
    for (int i = 0; i < row_len; ++i) {
        rows[row + i] *= 2.0f;
    }
}

extern "C" void run_sums(const CpuRange* range, float* rows, const int* rows_offsets, int rows_len, float* R,
                         int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (rows_len < block.end[0]) block.end[0] = rows_len;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    sums(x, rows, rows_offsets, rows_len, R);
                }
            }
        }
    }
}

static inline void walk(const int* rows, const int* rows_offsets, int rows_len, int64_t* R)
{
    for (int i = 0; i < rows_len; ++i) {
        const int row = rows_offsets[i];
        int row_len = rows_offsets[1 + i];
        row_len -= row;
        R[0] += i * row_len;
        for (int j = 0; j < row_len; ++j) {
            const int x = rows[row + j];
            R[1] += x;
        }
    }
    for (int j = 0; j < rows_len; ++j) {
        const int a = rows_offsets[j];
        const int b = rows_offsets[j];
        int b_len = rows_offsets[1 + j];
        b_len -= b;
        R[2] += rows[a] * rows[b + (b_len - 1)];
    }
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool walk_strip(int lanes, const int* rows,
                                                             const int* rows_offsets, int rows_len,
                                                             int64_t* R)
{
    for (int i = 0; i < rows_len; ++i) {
        const int row = rows_offsets[i];
        int row_len = rows_offsets[1 + i];
        row_len -= row;
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            R[0] += i * row_len;
        }
        for (int j = 0; j < row_len; ++j) {
            const int x = rows[row + j];
#pragma omp simd
            for (int lane = 0; lane < lanes; ++lane) {
                R[1] += x;
            }
        }
    }
    for (int j = 0; j < rows_len; ++j) {
        const int a = rows_offsets[j];
        const int b = rows_offsets[j];
        int b_len = rows_offsets[1 + j];
        b_len -= b;
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            R[2] += rows[a] * rows[b + (b_len - 1)];
        }
    }
    return true;
}

extern "C" void run_walk(const CpuRange* range, const int* rows, const int* rows_offsets, int rows_len,
                         int64_t* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0];) {
                    const int lanes = block.end[0] - x_2 < 32 ? block.end[0] - x_2 : 32;
                    const bool done = lanes == 32
                        ? walk_strip(32, rows, rows_offsets, rows_len, R)
                        : lanes >= 8 && walk_strip(lanes, rows, rows_offsets, rows_len, R);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            walk(rows, rows_offsets, rows_len, R);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}

static inline void gather(int idx, const int* table, const int* table_offsets, int /*table_len*/, int* X)
{
    const int row = table_offsets[X[idx]];
    const int row_len = table_offsets[X[idx] + 1] - table_offsets[X[idx]];
    X[idx] = table[row + floor_mod(idx, row_len)];
}

extern "C" void run_gather(const CpuRange* range, const int* table, const int* table_offsets, int table_len,
                           int* X, int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    gather(x, table, table_offsets, table_len, X);
                }
            }
        }
    }
}
