// Translated from python_functions.py by pycu2cu 0.2.0.
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

// From the C library.
extern "C" {
int abs(int);
float copysignf(float, float);
double fabs(double);
float fabsf(float);
float floorf(float);
float fmodf(float, float);
long long llabs(long long);
float powf(float, float);
double rint(double);
float rintf(float);
}

// Python's a // b: rounds toward minus infinity; a zero divisor gives 0.
static inline int floor_div(int a, int b)
{
    if (b == 0) return 0;
    if (b == -1) return int(0 - unsigned(a));
    const int quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

// Python's a // b: rounds toward minus infinity; a zero divisor gives an infinity or a NaN.
static inline float floor_div(float a, float b)
{
    if (b == 0) return a / b;
    const float rest = fmodf(a, b);
    float quotient = (a - rest) / b;
    if (rest != 0 && (rest < 0) != (b < 0)) {
        quotient -= 1;
    }
    if (quotient == 0) return copysignf(0.0f, a / b);
    const float floored = floorf(quotient);
    return quotient - floored > 0.5f ? floored + 1 : floored;
}

// Python's a % b: has the sign of b; a zero divisor gives 0.
static inline int floor_mod(int a, int b)
{
    if (b == 0 || b == -1) return 0;
    const int rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

// Python's a % b: has the sign of b.
static inline float floor_mod(float a, float b)
{
    const float rest = fmodf(a, b);
    if (rest == 0) return copysignf(0.0f, b);
    return (rest < 0) != (b < 0) ? rest + b : rest;
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

// Python's min(a, b): a unless b is less.
static inline int minimum(int a, int b)
{
    return b < a ? b : a;
}

// Python's min(a, b): a unless b is less.
static inline float minimum(float a, float b)
{
    return b < a ? b : a;
}

// Python's max(a, b): a unless b is greater.
static inline int maximum(int a, int b)
{
    return b > a ? b : a;
}

// Python's max(a, b): a unless b is greater.
static inline float maximum(float a, float b)
{
    return b > a ? b : a;
}

// Python's max(a, b): a unless b is greater.
static inline double maximum(double a, double b)
{
    return b > a ? b : a;
}

static inline void own(int a, int b, int64_t n, float x, float y, double d, int* I, float* F, int F_len,
                       double* D, int64_t* L)
{
    I[0] = minimum(a, b);
    I[1] = maximum(maximum(a, b), 3);
    F[0] = minimum(x, y);
    F[1] = maximum(x, 0.0f);
    D[0] = maximum(d, double(x));
    I[2] = abs(a);
    F[2] = fabsf(x);
    D[1] = fabs(d);
    L[0] = llabs(n);
    I[3] = int(rintf(x));
    L[1] = int64_t(rint(d));
    F[3] = powf(x, y);
    I[4] = int_power(a, 3);
    I[5] = F_len;
    const int q = floor_div(a, b);
    const int r = floor_mod(a, b);
    I[6] = q;
    I[7] = r;
    F[4] = floor_div(x, y);
    F[5] = floor_mod(x, y);
}

extern "C" void run_own(const CpuRange* range, int a, int b, int64_t n, float x, float y, double d, int* I,
                        int /*I_len*/, float* F, int F_len, double* D, int /*D_len*/, int64_t* L,
                        int /*L_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y_2 = block.first[1]; y_2 < block.end[1]; ++y_2) {
#pragma omp simd
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    own(a, b, n, x, y, d, I, F, F_len, D, L);
                }
            }
        }
    }
}
