// Translated from operators_float.py by pycu2cu 0.2.0.
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
double copysign(double, double);
float copysignf(float, float);
double floor(double);
float floorf(float);
double fmod(double, double);
float fmodf(float, float);
double pow(double, double);
float powf(float, float);
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

// Python's a // b: rounds toward minus infinity; a zero divisor gives an infinity or a NaN.
static inline double floor_div(double a, double b)
{
    if (b == 0) return a / b;
    const double rest = fmod(a, b);
    double quotient = (a - rest) / b;
    if (rest != 0 && (rest < 0) != (b < 0)) {
        quotient -= 1;
    }
    if (quotient == 0) return copysign(0.0, a / b);
    const double floored = floor(quotient);
    return quotient - floored > 0.5 ? floored + 1 : floored;
}

// Python's a % b: has the sign of b.
static inline float floor_mod(float a, float b)
{
    const float rest = fmodf(a, b);
    if (rest == 0) return copysignf(0.0f, b);
    return (rest < 0) != (b < 0) ? rest + b : rest;
}

// Python's a % b: has the sign of b.
static inline double floor_mod(double a, double b)
{
    const double rest = fmod(a, b);
    if (rest == 0) return copysign(0.0, b);
    return (rest < 0) != (b < 0) ? rest + b : rest;
}

static inline void arithmetic(float a, float b, float* R)
{
    R[0] = a + b;
    R[1] = a / b;
    R[2] = floor_div(a, b);
    R[3] = floor_mod(a, b);
    R[4] = powf(a, b);
    R[5] = a * a;
    R[6] = -a * b;
    R[7] = -(a * b);
    R[8] = a / (b * a);
    R[9] = a / b / a;
    R[10] = powf(a, 0.5f);
    R[11] = powf(2.0f, a);
}

extern "C" void run_arithmetic(const CpuRange* range, float a, float b, float* R, int /*R_len*/)
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

static inline void in_double(double a, double b, double* R)
{
    R[0] = a + b;
    R[1] = floor_div(a, b);
    R[2] = floor_mod(a, b);
    R[3] = pow(a, b);
    R[4] = 2.0 * a;
    R[5] = a + 1.0;
}

extern "C" void run_in_double(const CpuRange* range, double a, double b, double* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    in_double(a, b, R);
                }
            }
        }
    }
}

static inline void in_place(float a, float* R)
{
    R[0] += a;
    R[1] -= 1.0f;
    R[2] *= 0.5f;
    R[3] /= a;
    R[4] = floor_div(R[4], a);
    R[5] = floor_mod(R[5], a);
    R[6] = powf(R[6], a);
}

extern "C" void run_in_place(const CpuRange* range, float a, float* R, int /*R_len*/)
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
