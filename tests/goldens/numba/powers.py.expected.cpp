// Translated from powers.py by pycu2cu 0.2.0.
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
double pow(double, double);
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

// base ** exponent for an exponent that is not negative, by squaring.
static inline uint64_t int_power(uint64_t base, uint64_t exponent)
{
    uint64_t result = 1;
    while (true) {
        if (exponent & 1) {
            result *= base;
        }
        exponent >>= 1;
        if (exponent <= 0) return result;
        base *= base;
    }
}

// base ** exponent by squaring, as numba computes it, and for large exponents by the logarithm.
static inline float float_power(float base, int64_t exponent)
{
    if (exponent < -65536 || exponent > 65536) return float(pow(double(base), double(exponent)));
    float result = 1;
    float power = base;
    for (int64_t left = exponent < 0 ? -exponent : exponent; left != 0; left >>= 1) {
        if (left & 1) {
            result *= power;
        }
        power *= power;
    }
    return exponent < 0 ? 1 / result : result;
}

static inline void powers(const int* A, int64_t* N, uint64_t* U, float* X)
{
    const int64_t base_3 = A[0];
    const int64_t exponent_3 = A[1];
    N[0] = exponent_3 < 0 ? base_3 == 1 ? 1 : base_3 == -1 ? (exponent_3 & 1) != 0 ? -1LL : 1LL : base_3 == 0
        ? (-9223372036854775807LL - 1) : 0 : int_power(base_3, exponent_3);
    N[1] = int_power(int64_t(A[0]), int64_t(3));
    const int64_t base_4 = A[0];
    const int64_t exponent_4 = -2;
    N[2] = exponent_4 < 0 ? base_4 == 1 ? 1 : base_4 == -1 ? (exponent_4 & 1) != 0 ? -1LL : 1LL : base_4 == 0
        ? (-9223372036854775807LL - 1) : 0 : int_power(base_4, exponent_4);
    U[0] = int_power(U[1], U[2]);
    const int64_t base_5 = N[4];
    const int64_t exponent_5 = N[5];
    N[4] = exponent_5 < 0 ? base_5 == 1 ? 1 : base_5 == -1 ? (exponent_5 & 1) != 0 ? -1LL : 1LL : base_5 == 0
        ? (-9223372036854775807LL - 1) : 0 : int_power(base_5, exponent_5);
    X[0] = float_power(X[1], int64_t(A[1]));
    for (int64_t i = 0; i < 5; ++i) {
        N[3] += int_power(int64_t(2), i);
    }
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they part ways.
static inline __attribute__((always_inline)) bool powers_strip(int lanes, const int* A, int64_t* N,
                                                               uint64_t* U, float* X)
{
    const int64_t base_3 = A[0];
    const int64_t exponent_3 = A[1];
    const int64_t base_4 = A[0];
    const int64_t exponent_4 = -2;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        N[0] = exponent_3 < 0 ? base_3 == 1 ? 1 : base_3 == -1 ? (exponent_3 & 1) != 0 ? -1LL : 1LL
            : base_3 == 0 ? (-9223372036854775807LL - 1) : 0 : int_power(base_3, exponent_3);
        N[1] = int_power(int64_t(A[0]), int64_t(3));
        N[2] = exponent_4 < 0 ? base_4 == 1 ? 1 : base_4 == -1 ? (exponent_4 & 1) != 0 ? -1LL : 1LL
            : base_4 == 0 ? (-9223372036854775807LL - 1) : 0 : int_power(base_4, exponent_4);
        U[0] = int_power(U[1], U[2]);
        const int64_t base_5 = N[4];
        const int64_t exponent_5 = N[5];
        N[4] = exponent_5 < 0 ? base_5 == 1 ? 1 : base_5 == -1 ? (exponent_5 & 1) != 0 ? -1LL : 1LL
            : base_5 == 0 ? (-9223372036854775807LL - 1) : 0 : int_power(base_5, exponent_5);
        X[0] = float_power(X[1], int64_t(A[1]));
    }
    for (int64_t i = 0; i < 5; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            N[3] += int_power(int64_t(2), i);
        }
    }
    return true;
}

extern "C" void run_powers(const CpuRange* range, const int* A, int /*A_len*/, int64_t* N, int /*N_len*/,
                           uint64_t* U, int /*U_len*/, float* X, int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? powers_strip(32, A, N, U, X)
                        : lanes >= 8 && powers_strip(lanes, A, N, U, X);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            powers(A, N, U, X);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
