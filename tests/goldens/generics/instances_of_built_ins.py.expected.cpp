// Translated from instances_of_built_ins.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
double sqrt(double);
}
//+ helper maximum(float)

static inline float zipWith_max(int a, float b)
{
    return maximum(float(a), b);
}

static inline float zipWith_sub(float a, float b)
{
    return a - b;
}

static inline void zipWith_max_float_int_float(int idx, const int* X, const float* Y, float* Z, int /*Z_len*/)
{
    Z[idx] = zipWith_max(X[idx], Y[idx]);
}

extern "C" void run_zipWith_max_float_int_float(const CpuRange* range, const int* X, int /*X_len*/,
                                                const float* Y, int /*Y_len*/, float* Z, int Z_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (Z_len < block.end[0]) block.end[0] = Z_len;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    zipWith_max_float_int_float(x, X, Y, Z, Z_len);
                }
            }
        }
    }
}

static inline void zipWith_sub_float(int idx, const float* X, const float* Y, float* Z, int /*Z_len*/)
{
    Z[idx] = zipWith_sub(X[idx], Y[idx]);
}

extern "C" void run_zipWith_sub_float(const CpuRange* range, const float* X, int /*X_len*/, const float* Y,
                                      int /*Y_len*/, float* Z, int Z_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (Z_len < block.end[0]) block.end[0] = Z_len;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    zipWith_sub_float(x, X, Y, Z, Z_len);
                }
            }
        }
    }
}

static inline double apply_sqrt(double a)
{
    return sqrt(a);
}

static inline void apply_sqrt_double(int idx, double* X)
{
    X[idx] = apply_sqrt(X[idx]);
}

extern "C" void run_apply_sqrt_double(const CpuRange* range, double* X, int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    apply_sqrt_double(x, X);
                }
            }
        }
    }
}

static inline int convert_int(float a)
{
    return int(a);
}

static inline void convert_int_int_float(int idx, const float* X, int* Y)
{
    Y[idx] = convert_int(X[idx]);
}

extern "C" void run_convert_int_int_float(const CpuRange* range, const float* X, int /*X_len*/, int* Y,
                                          int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    convert_int_int_float(x, X, Y);
                }
            }
        }
    }
}
