// Translated from local_functions.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
float sqrtf(float);
}

static inline float helper_float(float x, float by)
{
    return x * by;
}

static inline float op(float x, float y, float alpha)
{
    return x * alpha + y;
}

static inline float apply_again(float x, float alpha, const float* tile)
{
    return op(x, tile[0], alpha);
}

static inline float apply_float(float x, float alpha, const float* tile)
{
    return apply_again(apply_again(x, alpha, tile), alpha, tile);
}

static inline float apply_sqrt(float a)
{
    return sqrtf(a);
}

static inline float apply_root_float(float x)
{
    return apply_sqrt(apply_sqrt(x));
}

static inline float op_(float x, int y, float alpha)
{
    return x * alpha + y;
}

static inline void kernel(int idx, float* X, int64_t* W, float alpha)
{
    // names of functions are no variables
    float tile[4];
    tile[0] = op_(sqrtf(X[idx]), 1, alpha);
    X[idx] = apply_float(tile[0], alpha, tile) + helper_float(X[idx], 2.0f) + apply_root_float(float(W[idx]));
    W[idx] = int64_t(X[idx]) + 3;
}

extern "C" void run_kernel(const CpuRange* range, float* X, int /*X_len*/, int64_t* W, int /*W_len*/,
                           float alpha)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    kernel(x, X, W, alpha);
                }
            }
        }
    }
}
