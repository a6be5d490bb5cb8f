// Translated from helper.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

static inline float axpy(float alpha, float x, float y)
{
    return alpha * x + y;
}

static inline void saxpy(int idx, float alpha, const float* X, float* Y)
{
    Y[idx] = axpy(alpha, X[idx], Y[idx]);
}

extern "C" void run_saxpy(const CpuRange* range, float alpha, const float* X, int /*X_len*/, float* Y,
                          int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    saxpy(x, alpha, X, Y);
                }
            }
        }
    }
}
