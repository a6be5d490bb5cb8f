// Translated from literals.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

static inline void integers(int* I, int64_t* L)
{
    I[0] = 0;
    I[1] = 1000000;
    I[2] = 0xff;
    I[3] = 0XAB;
    I[4] = 0b1010;
    I[5] = 15;
    I[6] = -1;
    I[7] = (-2147483647 - 1);
    I[8] = 2147483647;
    L[0] = 2147483648LL;
    L[1] = 9223372036854775807LL;
    L[2] = (-9223372036854775807LL - 1);
    L[3] = 0xffffffffLL;
    L[4] = 1LL << 5;
}

extern "C" void run_integers(const CpuRange* range, int* I, int /*I_len*/, int64_t* L, int /*L_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    integers(I, L);
                }
            }
        }
    }
}

static inline void floats(float* F, double* D)
{
    F[0] = 1.0f;
    F[1] = 1.0f;
    F[2] = 0.5f;
    F[3] = 1e-6f;
    F[4] = 1E6f;
    F[5] = 10.25f;
    F[6] = 3.0f;
    F[7] = 0.1f;
    F[8] = 1e10f;
    D[0] = 0.1;
    D[1] = 1e300;
    D[2] = 3.141592653589793;
    D[3] = 7.0;
}

extern "C" void run_floats(const CpuRange* range, float* F, int /*F_len*/, double* D, int /*D_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    floats(F, D);
                }
            }
        }
    }
}

static inline void booleans(bool* P)
{
    P[0] = true;
    P[1] = false;
    P[2] = !true;
}

extern "C" void run_booleans(const CpuRange* range, bool* P, int /*P_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    booleans(P);
                }
            }
        }
    }
}
