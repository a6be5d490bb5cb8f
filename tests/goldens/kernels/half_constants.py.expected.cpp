// Translated from half_constants.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ type half
//+ helper half_to_float(half)
//+ helper half_from_float(float)
//+ helper round_to_half(float)

static inline void scaled(int idx, half* A, int /*A_len*/, float* F)
{
    A[idx] = half_from_float(half_to_float(A[idx]) < 0.0f ? 0.099975586f
                             : round_to_half(half_to_float(A[idx]) * 0.099975586f));
    F[idx] += 0.1f;
}

extern "C" void run_scaled(const CpuRange* range, half* A, int A_len, float* F, int /*F_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (A_len < block.end[0]) block.end[0] = A_len;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    scaled(x, A, A_len, F);
                }
            }
        }
    }
}
