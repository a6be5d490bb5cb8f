// Translated from pairs.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

struct float_float
{
    float first;
    float second;
};
//+ helper floor_div(int)
//+ helper floor_mod(int)
//+ helper frexp_mantissa(float)
//+ helper frexp_mantissa(double)
//+ helper frexp_exponent(float)
//+ helper frexp_exponent(double)
//+ helper modf_fraction(float)
//+ helper modf_whole(float)
//+ helper modf_whole(double)

// What a function gives in two is a tuple like any other.
static inline void parts(float* X, double* D, int* I, float x, double d, int a, int b)
{
    X[0] = frexp_mantissa(x);
    I[0] = frexp_exponent(x);
    X[1] = modf_fraction(x);
    const float operand = x * 2.0f;
    X[2] = modf_whole(operand);
    D[0] = frexp_mantissa(d);
    D[1] = modf_whole(d);
    I[1] = floor_div(a, b);
    const int dividend = a + I[5];
    const int divisor = b;
    I[2] = floor_mod(dividend, divisor);
    I[3] = b;
    I[4] = frexp_exponent(double(a));
    const float_float whole = {modf_fraction(x), modf_whole(x)};
    X[3] = whole.first - whole.second;
    float operand_;
    if (frexp_mantissa(x) > 0.75f && (operand_ = X[4], modf_fraction(operand_) < 0.5f)) {
        X[4] = 1.0f;
    }
}

extern "C" void run_parts(const CpuRange* range, float* X, int /*X_len*/, double* D, int /*D_len*/, int* I,
                          int /*I_len*/, float x, double d, int a, int b)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    parts(X, D, I, x, d, a, b);
                }
            }
        }
    }
}
