// Translated from constants.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
float sqrtf(float);
}

constexpr int WIDTH = 640;
constexpr int AREA = 307200;
constexpr bool USE_SQRT = true;

static inline void constants(int* I, float* F, double* D)
{
    I[0] = WIDTH;
    I[1] = WIDTH * 2 + AREA;
    I[2] = 3;
    F[0] = 0.5f;
    F[1] = 1.5f + -2.0f;
    F[2] = 3.1415927f;
    F[3] = 6.2831855f;
    F[4] = __builtin_inff();
    F[5] = -__builtin_inff();
    F[6] = __builtin_nanf("");
    D[0] = 2.718281828459045;
    D[1] = __builtin_inf();
    D[2] = 0.5;
    if (USE_SQRT) {
        F[7] = sqrtf(F[0]);
    }
}

extern "C" void run_constants(const CpuRange* range, int* I, int /*I_len*/, float* F, int /*F_len*/,
                              double* D, int /*D_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    constants(I, F, D);
                }
            }
        }
    }
}
