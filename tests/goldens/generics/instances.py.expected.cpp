// Translated from instances.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// pycu2cu: --instance scale<float> --instance scale<T=double> --instance zipWith<f=mul,int,int,int> --header
static inline void scale_float(int idx, float* X, float by)
{
    X[idx] *= by;
}

extern "C" void run_scale_float(const CpuRange* range, float* X, int /*X_len*/, float by)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    scale_float(x, X, by);
                }
            }
        }
    }
}

// pycu2cu: --instance scale<float> --instance scale<T=double> --instance zipWith<f=mul,int,int,int> --header
static inline void scale_double(int idx, double* X, double by)
{
    X[idx] *= by;
}

extern "C" void run_scale_double(const CpuRange* range, double* X, int /*X_len*/, double by)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    scale_double(x, X, by);
                }
            }
        }
    }
}

static inline int mul_int(int a, int b)
{
    return a * b;
}

static inline void zipWith_mul_int(int idx, const int* X, const int* Y, int* Z, int /*Z_len*/)
{
    Z[idx] = mul_int(X[idx], Y[idx]);
}

extern "C" void run_zipWith_mul_int(const CpuRange* range, const int* X, int /*X_len*/, const int* Y,
                                    int /*Y_len*/, int* Z, int Z_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (Z_len < block.end[0]) block.end[0] = Z_len;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    zipWith_mul_int(x, X, Y, Z, Z_len);
                }
            }
        }
    }
}
