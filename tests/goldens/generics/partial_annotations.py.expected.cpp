// Translated from partial_annotations.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

static inline float mixed_float_int(float x, float by, int n)
{
    return x * by + n;
}

static inline double mixed_double(double x, float by, double n)
{
    return x * by + n;
}

static inline float known(float x, int n)
{
    return n == 0 ? x : known(x * 2.0f, n - 1);
}

static inline void nothing_device(float* X, int at)
{
    X[at] = 0.0f;
}

extern "C" void run_nothing(const CpuRange* range, float* X, int /*X_len*/, int at)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    nothing_device(X, at);
                }
            }
        }
    }
}

static inline void kernel(int idx, float* X, double* D)
{
    X[idx] = mixed_float_int(X[idx], 2.0f, idx) + known(X[idx], 2);
    D[idx] = mixed_double(D[idx], 2.0f, 0.5) + known(X[idx], 3);
    nothing_device(X, 0);
}

extern "C" void run_kernel(const CpuRange* range, float* X, int /*X_len*/, double* D, int /*D_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    kernel(x, X, D);
                }
            }
        }
    }
}

static inline void scale_float_array_int(int idx, float* X, int by, int n)
{
    X[idx] *= by + n;
}

extern "C" void run_scale_float_array_int(const CpuRange* range, float* X, int /*X_len*/, int by, int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    scale_float_array_int(x, X, by, n);
                }
            }
        }
    }
}
