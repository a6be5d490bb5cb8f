// Translated from thread_ends.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

struct double_bool
{
    double first;
    bool second;
};

struct int64_bool
{
    int64_t first;
    bool second;
};

static inline double_bool half(double x)
{
    if (x < 0.0) return {0.0, true};
    return {x / 2.0, false};
}

static inline int64_bool sign(double x)
{
    if (x > 0.0) {
        return {1LL, false};
    } else if (x < 0.0) {
        return {-1LL, false};
    }
    return {0LL, true};
}

static inline void kernel(double* X, double* Y)
{
    const double_bool half_result = half(X[0]);
    if (half_result.second) return;
    Y[0] = half_result.first;
    const double old = Y[1];
    double chosen;
    if (X[0] > 1.0) {
        const double_bool half_result_ = half(X[1]);
        if (half_result_.second) return;
        chosen = half_result_.first;
    } else {
        chosen = X[1];
    }
    Y[1] = old + chosen;
    const int64_bool sign_result = sign(X[2]);
    const bool s_is_none = sign_result.second;
    const int64_t s = sign_result.first;
    if (!s_is_none) {
        if (s_is_none) return;
        Y[2] = s;
    }
    const int64_bool sign_result_ = sign(X[3]);
    if (sign_result_.second) return;
    Y[3] = sign_result_.first + 1;
    while (true) {
        const double_bool half_result_ = half(X[4]);
        if (half_result_.second) return;
        if (!(half_result_.first > 1.0)) break;
        X[4] -= 1.0;
    }
}

extern "C" void run_kernel(const CpuRange* range, double* X, int /*X_len*/, double* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    kernel(X, Y);
                }
            }
        }
    }
}
