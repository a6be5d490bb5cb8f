// Translated from jit.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// pycu2cu: --no-stubs
static inline void scale(int idx, bool twice, float factor, float* X, int /*X_len*/, int64_t n)
{
    if (idx < n) {
        X[idx] *= twice ? factor * 2.0f : factor;
    }
}

extern "C" void run_scale(const CpuRange* range, void* const* slots)
{
    const bool twice = *static_cast<const bool*>(slots[0]);
    const float factor = *static_cast<const float*>(slots[1]);
    float* const X = *static_cast<float* const*>(slots[2]);
    const int X_len = *static_cast<const int*>(slots[3]);
    const int64_t n = *static_cast<const int64_t*>(slots[4]);

    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (X_len < block.end[0]) block.end[0] = X_len;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    scale(x, twice, factor, X, X_len, n);
                }
            }
        }
    }
}

static inline void called_device(int idx, int* X)
{
    X[idx] = idx;
}

extern "C" void run_called(const CpuRange* range, void* const* slots)
{
    int* const X = *static_cast<int* const*>(slots[0]);

    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    called_device(x, X);
                }
            }
        }
    }
}

static inline void calls(int idx, int* X, int* Y)
{
    called_device(idx, X);
    called_device(idx, Y);
}

extern "C" void run_calls(const CpuRange* range, void* const* slots)
{
    int* const X = *static_cast<int* const*>(slots[0]);
    int* const Y = *static_cast<int* const*>(slots[1]);

    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    calls(x, X, Y);
                }
            }
        }
    }
}
