// Translated from small_floats.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
float copysignf(float, float);
float expf(float);
float fabsf(float);
float floorf(float);
float fmodf(float, float);
float rintf(float);
float sinf(float);
float tanf(float);
}
//+ type half
//+ type bfloat16
//+ helper floor_div(float)
//+ helper maximum(float)
//+ helper half_to_float(half)
//+ helper bfloat16_to_float(bfloat16)
//+ helper half_from_float(float)
//+ helper bfloat16_from_float(float)
//+ helper round_to_half(float)
//+ helper round_to_bfloat16(float)

static inline void halves(int idx, half* a, int a_len, const int8_t* n, float* out)
{
    const int64_t i = idx;
    if (i < a_len) {
        a[i] =
            half_from_float(round_to_half(round_to_half(half_to_float(a[i]) * half_to_float(a[0])) + n[i]));
        out[i] = floor_div(round_to_half(-half_to_float(a[i])), half_to_float(a[0]));
        out[i] += round_to_half(maximum(round_to_half(fabsf(half_to_float(a[i]))), half_to_float(a[1])))
            > 2.0;
        out[i] = out[i]
            + (double(round_to_half(round_to_half(sinf(half_to_float(a[i]))) * half_to_float(a[1]))
                      + tanf(half_to_float(a[i])) + round_to_half(floorf(half_to_float(a[i]))))
               + int64_t(rintf(half_to_float(a[i]))));
        a[i] = half_from_float(round_to_half(half_to_float(a[i])
                                             / (half_to_float(a[1]) > half_to_float(a[i])
                                                ? half_to_float(a[1]) : round_to_half(float(n[i])))));
    }
}

extern "C" void run_halves(const CpuRange* range, half* a, int a_len, const int8_t* n, int /*n_len*/,
                           float* out, int /*out_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    halves(x, a, a_len, n, out);
                }
            }
        }
    }
}

static inline void bfloats(int idx, bfloat16* a, int a_len, const uint8_t* n, double* out)
{
    const int64_t i = idx;
    if (i < a_len) {
        a[i] = bfloat16_from_float(round_to_bfloat16(round_to_bfloat16(bfloat16_to_float(a[i]) * n[i])
                                                     - bfloat16_to_float(a[0])));
        out[i] = bfloat16_to_float(a[i]) * 3.0;
        out[i] +=
            round_to_bfloat16(round_to_bfloat16(expf(bfloat16_to_float(a[i]))) * bfloat16_to_float(a[i]));
        out[i] += bfloat16_to_float(a[i]) < n[i];
    }
}

extern "C" void run_bfloats(const CpuRange* range, bfloat16* a, int a_len, const uint8_t* n, int /*n_len*/,
                            double* out, int /*out_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    bfloats(x, a, a_len, n, out);
                }
            }
        }
    }
}
