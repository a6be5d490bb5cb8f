// Translated from matmul.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// C = A B, one thread an element: x is the column, y the row.
static inline void matmul(int idx, int idy, const float* A, const float* B, float* C, int /*rows*/, int inner,
                          int columns)
{
    float total = 0.0f;
    for (int k = 0; k < inner; ++k) {
        total += A[idy * inner + k] * B[k * columns + idx];
    }
    C[idy * columns + idx] = total;
}

// The same for up to 4 rows of up to 32 neighbouring threads at once. It gives false, having done nothing,
// where they diverge.
static inline __attribute__((always_inline)) bool matmul_strip(int lanes, int rows_2, int first_idx,
                                                               int first_idy, const float* A, const float* B,
                                                               float* C, int /*rows*/, int inner, int columns)
{
    float total[128];
    for (int row = 0; row < rows_2; ++row) {
#pragma omp simd
        for (int column = 0; column < lanes; ++column) {
            const int lane = row * 32 + column;
            total[lane] = 0.0f;
        }
    }
    for (int k = 0; k < inner; ++k) {
        for (int row = 0; row < rows_2; ++row) {
#pragma omp simd
            for (int column = 0; column < lanes; ++column) {
                const int lane = row * 32 + column;
                const int idx = first_idx + column;
                const int idy = first_idy + row;
                total[lane] += A[idy * inner + k] * B[k * columns + idx];
            }
        }
    }
    for (int row = 0; row < rows_2; ++row) {
#pragma omp simd
        for (int column = 0; column < lanes; ++column) {
            const int lane = row * 32 + column;
            const int idx = first_idx + column;
            const int idy = first_idy + row;
            C[idy * columns + idx] = total[lane];
        }
    }
    return true;
}

extern "C" void run_matmul(const CpuRange* range, const float* A, int /*A_len*/, const float* B,
                           int /*B_len*/, float* C, int /*C_len*/, int rows, int inner, int columns)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (columns < block.end[0]) block.end[0] = columns;
        if (rows < block.end[1]) block.end[1] = rows;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1];) {
                const int rows_2 = block.end[1] - y < 4 ? block.end[1] - y : 4;
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32 && rows_2 == 4
                        ? matmul_strip(32, 4, x, y, A, B, C, rows, inner, columns)
                        : lanes >= 8 && matmul_strip(lanes, rows_2, x, y, A, B, C, rows, inner, columns);
                    if (!done) {
                        for (int thread_y = y; thread_y < y + rows_2; ++thread_y) {
                            for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                                matmul(thread_x, thread_y, A, B, C, rows, inner, columns);
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
