// Translated from overloads.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
long long llabs(long long);
}
//+ helper minimum(int64)
//+ helper maximum(int)
//+ helper maximum(int64)
//+ helper maximum(uint64)
//+ helper quotient(int64)
//+ helper remainder(int64)
//+ helper atomic_add(uint64)
//+ helper brev(uint64)

static inline void wide(int idx, const int* Q, int64_t* L, uint64_t* U)
{
    L[0] = maximum(Q[idx], 3) + int(maximum(int64_t(Q[idx] > 3 ? -1LL : 3LL), int64_t(75LL & 6)));
    L[1] = trunc_div(int64_t(Q[0] != 0 ? 5LL : 6LL), maximum(int64_t(3LL + 1), L[0]));
    L[2] = trunc_mod(int64_t(llabs(L[1])), int64_t(Q[1] != 0 ? 7LL : 3LL))
        + minimum(int64_t(llabs(L[0])), int64_t(5));
    U[0] = reverse_bits(uint64_t(Q[2] != 0 ? 5ULL : 6ULL));
    U[1] = maximum(atomic_add(&U[0], 1), uint64_t(2ULL | 1));
    L[3] = minimum(int64_t(L[0] & 4294967296LL), L[1]);
}

extern "C" void run_wide(const CpuRange* range, const int* Q, int /*Q_len*/, int64_t* L, int /*L_len*/,
                         uint64_t* U, int /*U_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    wide(x, Q, L, U);
                }
            }
        }
    }
}
