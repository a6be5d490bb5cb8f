// Translated from chain.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// pycu2cu: --header
static inline void multiply(int idx, int alpha, const int* X, int* result)
{
    result[idx] = X[idx] * alpha;
}

extern "C" void run_multiply(const CpuRange* range, int alpha, const int* X, int /*X_len*/, int* result,
                             int /*result_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    multiply(x, alpha, X, result);
                }
            }
        }
    }
}

static inline void add(int idx, const int* Y, int* result)
{
    result[idx] += Y[idx];
}

extern "C" void run_add(const CpuRange* range, const int* Y, int /*Y_len*/, int* result, int /*result_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    add(x, Y, result);
                }
            }
        }
    }
}
