// Translated from operators_int.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ helper floor_div(int)
//+ helper floor_mod(int)
//+ helper floor_mod(int64)
//+ helper floor_div_positive(int64)
//+ helper int_power(int)
//+ helper int_power(int64)
//+ helper square(int)
//+ helper minimum(int64)

static inline void arithmetic(int a, int b, int* R)
{
    R[0] = a + b;
    R[1] = a - b * 2;
    R[2] = (a - b) * 2;
    R[3] = floor_div(a, b);
    R[4] = floor_mod(a, b);
    R[5] = -a;
    R[6] = a;
    R[7] = ~a;
    R[8] = a * a;
    R[9] = int_power(a, 3);
    R[10] = -(a + b) - -a;
    R[11] = a - (b - a);
    R[12] = a - -3;
}

extern "C" void run_arithmetic(const CpuRange* range, int a, int b, int* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    arithmetic(a, b, R);
                }
            }
        }
    }
}

static inline void bits(int a, int b, int* R)
{
    R[0] = (a & b) | (a ^ b);
    R[1] = (a | b) & ~b;
    R[2] = (a << 3) | (b >> 2);
    R[3] = (a + 1) << (b - 1);
    R[4] = a + (1 << b);
    R[5] = (a & 1) == 0;
    R[6] = (a & 1) == 0;
    R[7] = a ^ b ^ 1;
}

extern "C" void run_bits(const CpuRange* range, int a, int b, int* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    bits(a, b, R);
                }
            }
        }
    }
}

static inline void in_place(int a, int* R)
{
    R[0] += a;
    R[1] -= a;
    R[2] *= a;
    R[3] = floor_div(R[3], a);
    R[4] = floor_mod(R[4], a);
    R[5] <<= 1;
    R[6] >>= 1;
    R[7] &= a;
    R[8] |= a;
    R[9] ^= a;
    R[10] = square(R[10]);
}

extern "C" void run_in_place(const CpuRange* range, int a, int* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    in_place(a, R);
                }
            }
        }
    }
}

static inline void wide(int a, int64_t n, int64_t* R)
{
    R[0] = n + a;
    R[1] = floor_div_positive(n, int64_t(3));
    R[2] = floor_mod(n, int64_t(a));
    R[3] = 5000000000LL;
    R[4] = a * 5000000000LL;
    R[5] = n << 40;
    R[6] = -n;
    R[7] = int_power(n, int64_t(5));
    R[8] = int64_t(a) * a;
    R[9] = minimum(n, int64_t(7));
}

extern "C" void run_wide(const CpuRange* range, int a, int64_t n, int64_t* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    wide(a, n, R);
                }
            }
        }
    }
}
