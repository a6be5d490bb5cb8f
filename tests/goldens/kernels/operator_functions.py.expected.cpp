// Translated from operator_functions.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
int abs(int);
}

static inline void kernel(int idx, int* I, float* X, bool* B)
{
    const int i = I[idx];
    const float x = X[idx];
    I[idx] = i + i * 3 + (i >> 2);
    I[0] = i + abs(i) + ~i;
    X[idx] = x / 2.0f - -x;
    X[0] = x * x;
    B[idx] = x < i && i == 0;
    B[0] = x != 0.0f;
}

extern "C" void run_kernel(const CpuRange* range, int* I, int /*I_len*/, float* X, int /*X_len*/, bool* B,
                           int /*B_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    kernel(x_2, I, X, B);
                }
            }
        }
    }
}
