// Translated from annotations.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

static inline void decorated(int idx, float a, float* X)
{
    X[idx] = a;
}

extern "C" void run_decorated(const CpuRange* range, float a, float* X, int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    decorated(x, a, X);
                }
            }
        }
    }
}

static inline void annotated(int idx, float a, int64_t n, float* X, bool p)
{
    if (p && idx < n) {
        X[idx] = a;
    }
}

extern "C" void run_annotated(const CpuRange* range, float a, int64_t n, float* X, int /*X_len*/, bool p)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    annotated(x, a, n, X, p);
                }
            }
        }
    }
}

static inline double helper(float x)
{
    return double(x) * 2.0;
}

static inline void both(int idx, float x, double* X)
{
    X[idx] = helper(x);
}

extern "C" void run_both(const CpuRange* range, float x, double* X, int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    both(x_2, x, X);
                }
            }
        }
    }
}
