// Translated from quoted_annotations.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

struct int_float
{
    int first;
    float second;
};

struct float_int
{
    float first;
    int second;
};

static inline float clamped_float(float x, float low, float high)
{
    return x < low ? low : x > high ? high : x;
}

static inline int_float pair_float(float_int x)
{
    return {x.second, x.first};
}

static inline float applied_f(float x, int k)
{
    return x * k;
}

static inline void applied_float(int idx, float* X, const float* /*M*/, int k)
{
    X[idx] = applied_f(X[idx], k);
}

static inline void kernel(int idx, float* X, const float* M, int M_cols, float* Y, int n)
{
    X[idx] = clamped_float(X[idx], 0.0f, 1.0f) + M[n * M_cols];
    const int_float pair_float_result = pair_float({X[idx], n});
    const int k = pair_float_result.first;
    Y[idx] = pair_float_result.second;
    applied_float(idx, X, M, k);
}

extern "C" void run_kernel(const CpuRange* range, float* X, int /*X_len*/, const float* M, int /*M_rows*/,
                           int M_cols, float* Y, int /*Y_len*/, int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    kernel(x, X, M, M_cols, Y, n);
                }
            }
        }
    }
}
