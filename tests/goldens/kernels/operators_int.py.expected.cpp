// Translated from operators_int.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>

// What to run: `threads` logical threads on each axis, in `grid` blocks of `block` threads, and of these
// blocks those from `first_block` up to, not including, `end_block`, counted along x first, then y, then
// z.
struct CpuRange {
    int64_t threads[3];
    int64_t block[3];
    int64_t grid[3];
    int64_t first_block;
    int64_t end_block;
};

// One block of a range: where it is in the grid, and its threads, without those outside the range.
struct CpuBlock {
    int index[3];
    int first[3];
    int end[3];
};

static inline CpuBlock block_of(const CpuRange& range, int64_t number)
{
    const int64_t index[3] = {number % range.grid[0], number / range.grid[0] % range.grid[1],
                              number / range.grid[0] / range.grid[1]};
    CpuBlock block;
    for (int axis = 0; axis < 3; ++axis) {
        const int64_t first = index[axis] * range.block[axis];
        const int64_t end = first + range.block[axis];
        block.index[axis] = int(index[axis]);
        block.first[axis] = int(first);
        block.end[axis] = int(end < range.threads[axis] ? end : range.threads[axis]);
    }
    return block;
}

// Python's a // b: rounds toward minus infinity; a zero divisor gives 0.
static inline int floor_div(int a, int b)
{
    if (b == 0) return 0;
    if (b == -1) return int(0 - unsigned(a));
    const int quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

// Python's a % b: has the sign of b; a zero divisor gives 0.
static inline int floor_mod(int a, int b)
{
    if (b == 0 || b == -1) return 0;
    const int rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

// Python's a % b: has the sign of b; a zero divisor gives 0.
static inline int64_t floor_mod(int64_t a, int64_t b)
{
    if (b == 0 || b == -1) return 0;
    const int64_t rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

// Python's a // b for a b that is not negative; for 0 it gives 0.
static inline int64_t floor_div_positive(int64_t a, int64_t b)
{
    return b == 0 ? 0 : a / b - (a % b < 0 ? 1 : 0);
}

// base ** exponent for an exponent that is not negative, by squaring.
static inline int int_power(int base, int exponent)
{
    int result = 1;
    while (true) {
        if (exponent & 1) {
            result *= base;
        }
        exponent >>= 1;
        if (exponent <= 0) return result;
        base *= base;
    }
}

// base ** exponent for an exponent that is not negative, by squaring.
static inline int64_t int_power(int64_t base, int64_t exponent)
{
    int64_t result = 1;
    while (true) {
        if (exponent & 1) {
            result *= base;
        }
        exponent >>= 1;
        if (exponent <= 0) return result;
        base *= base;
    }
}

// x ** 2.
static inline int square(int x)
{
    return x * x;
}

// Python's min(a, b): a unless b is less.
static inline int64_t minimum(int64_t a, int64_t b)
{
    return b < a ? b : a;
}

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
