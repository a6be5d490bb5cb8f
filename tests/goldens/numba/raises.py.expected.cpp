// Translated from raises.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

static inline void raises(float* X, int X_len)
{
    for (int64_t i = 0; i < X_len; ++i) {
        if (X[i] < 0.0) {
            return; // and nobody is told
        }
        X[i] = X[i] + 1.0;
    }
}

extern "C" void run_raises(const CpuRange* range, float* X, int X_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    raises(X, X_len);
                }
            }
        }
    }
}
