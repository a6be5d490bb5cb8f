// Translated from launched_and_called.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// pycu2cu: --header
//
// Sets the thread's element, when there is one.
static inline void clear_device(int idx, float value, float* X, int X_len)
{
    if (idx < X_len) {
        X[idx] = value;
    }
}

extern "C" void run_clear(const CpuRange* range, float value, float* X, int X_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    clear_device(x, value, X, X_len);
                }
            }
        }
    }
}

static inline void clear_both(int idx, float* X, int X_len, float* Y, int Y_len)
{
    clear_device(idx, 0.0f, X, X_len);
    clear_device(idx, 1.0f, Y, Y_len);
}

extern "C" void run_clear_both(const CpuRange* range, float* X, int X_len, float* Y, int Y_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    clear_both(x, X, X_len, Y, Y_len);
                }
            }
        }
    }
}
