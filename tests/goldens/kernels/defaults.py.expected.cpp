// Translated from defaults.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ helper minimum(float)
//+ helper maximum(float)

static inline float clamp(float x, float low, float high)
{
    return minimum(maximum(x, low), high);
}

static inline void defaults(float* X)
{
    X[0] = clamp(X[0], 0.0f, 1.0f);
    X[1] = clamp(X[1], -1.0f, 1.0f);
    X[2] = clamp(X[2], 0.0f, 2.0f);
    X[3] = clamp(X[3], -X[4], X[4]);
}

extern "C" void run_defaults(const CpuRange* range, float* X, int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    defaults(X);
                }
            }
        }
    }
}
