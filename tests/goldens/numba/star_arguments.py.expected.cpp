// Translated from star_arguments.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

static inline float weighted_float(float values_0)
{
    return values_0;
}

static inline int64_t weighted_int64(int64_t values_0, int64_t values_1)
{
    const int64_t a = values_0;
    const int64_t b = values_1;
    return a * 2 + b * 3;
}

static inline double weighted_float_int(float values_0, int values_1)
{
    const float a = values_0;
    const int b = values_1;
    return a * 2.0 + int64_t(b) * 3;
}

static inline double applied_weighted_float_int(float arguments_0, int arguments_1)
{
    return weighted_float_int(arguments_0, arguments_1);
}

static inline void star_arguments(int idx, float* x, int* n)
{
    const int64_t i = idx;
    x[i] = weighted_float(x[i]);
    n[i] = weighted_int64(2, 3);
    x[i] = applied_weighted_float_int(x[i], n[i]);
}

extern "C" void run_star_arguments(const CpuRange* range, float* x, int /*x_len*/, int* n, int /*n_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    star_arguments(x_2, x, n);
                }
            }
        }
    }
}
