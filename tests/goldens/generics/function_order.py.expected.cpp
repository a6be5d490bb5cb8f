// Translated from function_order.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

struct int_float
{
    int first;
    float second;
};

static inline float at_g(float x)
{
    return x * 0.5f;
}

static inline float at_f(int i, const float* X)
{
    return X[i];
}

static inline float at_float(int idx, const float* X)
{
    return at_g(at_f(idx, X));
}

static inline float at_g_(int_float pair)
{
    return pair.first + pair.second;
}

static inline int_float at_f_(int i, const float* X)
{
    return {i, X[i]};
}

static inline float at_float_int_float(int idx, const float* X)
{
    return at_g_(at_f_(idx, X));
}

static inline void kernel(int idx, float* X)
{
    X[idx] = at_float(idx, X);
    X[idx] += at_float_int_float(idx, X);
}

extern "C" void run_kernel(const CpuRange* range, float* X, int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    kernel(x, X);
                }
            }
        }
    }
}
