// Translated from math_imports.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
float asinf(float);
float ceilf(float);
float cosf(float);
float expf(float);
float floorf(float);
float rintf(float);
float sinf(float);
float sqrtf(float);
float truncf(float);
}

static inline void imports(float x, float* R, int* I)
{
    R[0] = sinf(x);
    R[1] = sqrtf(x);
    R[2] = cosf(x) + 3.1415927f;
    R[3] = asinf(x);
    R[4] = expf(x);
    R[5] = x;
    I[0] = int(floorf(x));
    I[1] = int(ceilf(x));
    I[2] = int(truncf(x)) + int(rintf(x));
    R[6] = floorf(x);
    R[7] = rintf(x);
    I[3] = int(x);
}

extern "C" void run_imports(const CpuRange* range, float x, float* R, int /*R_len*/, int* I, int /*I_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    imports(x, R, I);
                }
            }
        }
    }
}
