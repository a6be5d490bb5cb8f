// Translated from print_formats.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
int printf(const char*, ...);
}

static inline void report(int idx, const float* X, int X_len, const uint32_t* flags, double d)
{
    printf("X[%d] = %.3f flags %08x %12.4e|%-6d|%s\n", idx, X[idx], flags[idx], d, idx,
           X[idx] > 0.0f ? "True" : "False");
    printf("%.1f %3d len(X) = %d 100%% of {%d} a rather long text, which is = not broken, as no text is\n\n",
           double(idx), int(X[idx] > 0.0f), X_len, idx);
}

extern "C" void run_report(const CpuRange* range, const float* X, int X_len, const uint32_t* flags,
                           int /*flags_len*/, double d)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (X_len < block.end[0]) block.end[0] = X_len;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    report(x, X, X_len, flags, d);
                }
            }
        }
    }
}
