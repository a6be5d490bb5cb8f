// Translated from extreme_indices.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

static const float values[2] = {-2.0f, 100.0f};
static const float values_float[3] = {3.0f, -1.5f, 2.0f};

static inline void extremes(float* X, int* A, int A_len, const int* rows, const int* rows_offsets,
                            int rows_len)
{
    for (int i = 0; i < 2; ++i) {
        const float x = values[i];
        X[0] += x;
    }
    for (int i = 0; i < 3; ++i) {
        const float x = values_float[i];
        X[1] += x;
    }
    A[0] = rows_offsets[rows_len - 2147483648LL + 1] - rows_offsets[rows_len - 2147483648LL];
    A[1] = rows_offsets[rows_len - 9223372036854775807LL + 1]
        - rows_offsets[rows_len - 9223372036854775807LL];
    A[2] = A[A_len - 2147483648LL] + A[A_len - 2147483647] + A[2147483647];
    A[3] = A[A_len - 9223372036854775807LL] + A[A_len - 9223372036854775807LL];
    A[A_len - 2147483648LL] =
        rows[rows_offsets[rows_len - 2147483648LL]
             + (rows_offsets[rows_len - 2147483648LL + 1] - rows_offsets[rows_len - 2147483648LL]
                - 2147483648LL)];
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool extremes_strip(int lanes, float* X, int* A, int A_len,
                                                                 const int* rows, const int* rows_offsets,
                                                                 int rows_len)
{
    for (int i = 0; i < 2; ++i) {
        const float x = values[i];
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            X[0] += x;
        }
    }
    for (int i = 0; i < 3; ++i) {
        const float x = values_float[i];
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            X[1] += x;
        }
    }
    for (int lane = 0; lane < lanes; ++lane) {
        A[0] = rows_offsets[rows_len - 2147483648LL + 1] - rows_offsets[rows_len - 2147483648LL];
        A[1] = rows_offsets[rows_len - 9223372036854775807LL + 1]
            - rows_offsets[rows_len - 9223372036854775807LL];
        A[2] = A[A_len - 2147483648LL] + A[A_len - 2147483647] + A[2147483647];
        A[3] = A[A_len - 9223372036854775807LL] + A[A_len - 9223372036854775807LL];
        A[A_len - 2147483648LL] =
            rows[rows_offsets[rows_len - 2147483648LL]
                 + (rows_offsets[rows_len - 2147483648LL + 1] - rows_offsets[rows_len - 2147483648LL]
                    - 2147483648LL)];
    }
    return true;
}

extern "C" void run_extremes(const CpuRange* range, float* X, int /*X_len*/, int* A, int A_len,
                             const int* rows, const int* rows_offsets, int rows_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0];) {
                    const int lanes = block.end[0] - x_2 < 32 ? block.end[0] - x_2 : 32;
                    const bool done = lanes == 32
                        ? extremes_strip(32, X, A, A_len, rows, rows_offsets, rows_len)
                        : lanes >= 8 && extremes_strip(lanes, X, A, A_len, rows, rows_offsets, rows_len);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            extremes(X, A, A_len, rows, rows_offsets, rows_len);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}
