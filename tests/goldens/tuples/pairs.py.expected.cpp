// Translated from pairs.py by pycu2cu 0.2.0.
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

struct float_float
{
    float first;
    float second;
};

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

// The first part of frexp(x).
static inline float frexp_mantissa(float x)
{
    int exponent;
    return __builtin_frexpf(x, &exponent);
}

// The first part of frexp(x).
static inline double frexp_mantissa(double x)
{
    int exponent;
    return __builtin_frexp(x, &exponent);
}

// The second part of frexp(x).
static inline int frexp_exponent(float x)
{
    int exponent;
    __builtin_frexpf(x, &exponent);
    return exponent;
}

// The second part of frexp(x).
static inline int frexp_exponent(double x)
{
    int exponent;
    __builtin_frexp(x, &exponent);
    return exponent;
}

// The first part of modf(x).
static inline float modf_fraction(float x)
{
    float whole;
    return __builtin_modff(x, &whole);
}

// The second part of modf(x).
static inline float modf_whole(float x)
{
    float whole;
    __builtin_modff(x, &whole);
    return whole;
}

// The second part of modf(x).
static inline double modf_whole(double x)
{
    double whole;
    __builtin_modf(x, &whole);
    return whole;
}

// What a function gives in two is a tuple like any other.
static inline void parts(float* X, double* D, int* I, float x, double d, int a, int b)
{
    X[0] = frexp_mantissa(x);
    I[0] = frexp_exponent(x);
    X[1] = modf_fraction(x);
    const float operand = x * 2.0f;
    X[2] = modf_whole(operand);
    D[0] = frexp_mantissa(d);
    D[1] = modf_whole(d);
    I[1] = floor_div(a, b);
    const int dividend = a + I[5];
    const int divisor = b;
    I[2] = floor_mod(dividend, divisor);
    I[3] = b;
    I[4] = frexp_exponent(double(a));
    const float_float whole = {modf_fraction(x), modf_whole(x)};
    X[3] = whole.first - whole.second;
    float operand_;
    if (frexp_mantissa(x) > 0.75f && (operand_ = X[4], modf_fraction(operand_) < 0.5f)) {
        X[4] = 1.0f;
    }
}

extern "C" void run_parts(const CpuRange* range, float* X, int /*X_len*/, double* D, int /*D_len*/, int* I,
                          int /*I_len*/, float x, double d, int a, int b)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    parts(X, D, I, x, d, a, b);
                }
            }
        }
    }
}
