// Translated from comparisons.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

static inline int next_value(int* X)
{
    X[0] += 1;
    return X[0];
}

static inline void comparisons(int a, int b, int c, int* R, int* X)
{
    R[0] = a < b;
    R[1] = a < b && b < c;
    R[2] = a == b && b != c;
    int middle;
    R[3] = a < (middle = next_value(X)) && middle <= c;
    R[4] = (a < b) == (b < c);
    R[5] = a >= b;
    R[6] = 1 <= a && a <= 10;
}

extern "C" void run_comparisons(const CpuRange* range, int a, int b, int c, int* R, int /*R_len*/, int* X,
                                int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    comparisons(a, b, c, R, X);
                }
            }
        }
    }
}

static inline void logic(int a, int b, float x, int* R, float* F)
{
    R[0] = a != 0 ? b : a;
    R[1] = a != 0 ? a : b;
    R[2] = (a > 0 && b > 0) || a < b;
    R[3] = !(a != 0 && b != 0);
    F[0] = x != 0.0f ? x : 1.0f;
    F[1] = x != 0.0f ? a : x;
    if (a != 0 && x != 0.0f) {
        R[4] = 1;
    }
    if (a != 0 && (b != 0 || x != 0.0f) && !(x > 2.0f)) {
        R[5] = 1;
    }
}

extern "C" void run_logic(const CpuRange* range, int a, int b, float x, int* R, int /*R_len*/, float* F,
                          int /*F_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    logic(a, b, x, R, F);
                }
            }
        }
    }
}

static inline void choices(int a, int b, float x, int* R, float* F)
{
    R[0] = a > b ? a : b;
    R[1] = a > b ? a : b > 3 ? b : 7;
    F[0] = (x > 0.0f ? x : 0.0f) + 1.0f;
    F[1] = a > b ? a : x;
}

extern "C" void run_choices(const CpuRange* range, int a, int b, float x, int* R, int /*R_len*/, float* F,
                            int /*F_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    choices(a, b, x, R, F);
                }
            }
        }
    }
}
