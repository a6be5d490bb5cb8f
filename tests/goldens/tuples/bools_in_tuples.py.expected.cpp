// Translated from bools_in_tuples.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

struct Mark
{
    bool on;
    uint8_t kind;
};

struct bool_int
{
    bool first;
    int second;
};

struct bool_uint8
{
    bool first;
    uint8_t second;
};

static inline void marks(int idx, const float* X, int* I, Mark* M, bool* B)
{
    bool_int flags = {true, 1};
    if (X[idx] > 0.0f) {
        flags = {bool((I[idx] != 0) ^ (X[idx] != 2.0f)), flags.second};
    }
    const bool_uint8 both = {bool((X[idx] > 1.0f) & (I[idx] != 0)), uint8_t(flags.first ? 3 : 4)};
    const bool_int either = {bool(flags.first ? !B[idx] : B[idx] | flags.first), flags.second};
    M[idx] = {bool(both.first ^ either.first), uint8_t(either.first ? 1 : 2)};
    B[idx] = both.first ^ true;
    I[idx] = both.second + either.second;
}

extern "C" void run_marks(const CpuRange* range, const float* X, int /*X_len*/, int* I, int /*I_len*/,
                          Mark* M, int /*M_len*/, bool* B, int /*B_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    marks(x, X, I, M, B);
                }
            }
        }
    }
}
