// Translated from narrow_extrema.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ helper minimum(int8)
//+ helper minimum(uint16)
//+ helper minimum(int)
//+ helper maximum(uint8)
//+ helper maximum(int)

static inline void extrema(int idx, uint8_t* B, int8_t* S, uint16_t* H, int* A)
{
    B[idx] = maximum(B[idx], uint8_t(3));
    S[idx] = minimum(int8_t(-3), S[idx]);
    H[idx] = minimum(H[idx], uint16_t(A[idx] > 0 ? 300 : 500));
    A[idx] = maximum(A[idx], 3) - minimum(A[idx], 4);
}

extern "C" void run_extrema(const CpuRange* range, uint8_t* B, int /*B_len*/, int8_t* S, int /*S_len*/,
                            uint16_t* H, int /*H_len*/, int* A, int /*A_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    extrema(x, B, S, H, A);
                }
            }
        }
    }
}
