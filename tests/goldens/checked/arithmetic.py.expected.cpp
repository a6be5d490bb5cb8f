// Translated from arithmetic.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

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

// Says what is outside the contract of the language, and stops.
[[noreturn]] static void fail_check(const char* format, const char* where, long long value, long long bound,
                                    long long x, long long y, long long z)
{
    fprintf(stderr, format, where, x, y, z, value, bound);
    abort();
}

// From the C library.
extern "C" {
double rint(double);
}

// Python's a % b: has the sign of b; a zero divisor gives 0.
static inline int floor_mod(int a, int b)
{
    if (b == 0 || b == -1) return 0;
    const int rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

// The value, which must be from 0 to below the end.
static inline int in_range(int value, int end, const char* where, int x, int y = 0, int z = 0)
{
    if (value < 0 || value >= end) {
        fail_check("%s, in thread (%lld, %lld, %lld): %lld is not in range(%lld)\n", where, value, end, x, y, z);
    }
    return value;
}

// The value, which must be from 0 to below the end.
static inline int64_t in_range(int64_t value, int64_t end, const char* where, int x, int y = 0, int z = 0)
{
    if (value < 0 || value >= end) {
        fail_check("%s, in thread (%lld, %lld, %lld): %lld is not in range(%lld)\n", where, value, end, x, y, z);
    }
    return value;
}

// The value, which must not be 0.
static inline int nonzero(int value, const char* where, int x, int y = 0, int z = 0)
{
    if (value == 0) {
        fail_check("%s, in thread (%lld, %lld, %lld): division by zero, or a step that is 0\n", where, 0, value, x, y, z);
    }
    return value;
}

// The value, whose integer part must be from low to below high.
static inline double rounds_into(double value, double low, double high, const char* where, int x, int y = 0, int z = 0)
{
    if (!((value >= low || value > low - 1) && value < high)) {
        const double wide = value;
        long long bits;
        __builtin_memcpy(&bits, &wide, sizeof bits);
        fail_check("%s, in thread (%lld, %lld, %lld): the number is too large\n", where, bits, 0, x, y, z);
    }
    return value;
}

// a + b, which must fit.
static inline int exact_add(int a, int b, const char* where, int x, int y = 0, int z = 0)
{
    const long long left = a;
    const long long result = left + b;
    if (result != int(result)) {
        fail_check("%s, in thread (%lld, %lld, %lld): the result for %lld and %lld does not fit\n", where, a, b, x, y, z);
    }
    return int(result);
}

// a + b, which must fit.
static inline int64_t exact_add(int64_t a, int64_t b, const char* where, int x, int y = 0, int z = 0)
{
    const __int128 left = a;
    const __int128 result = left + b;
    if (result != int64_t(result)) {
        fail_check("%s, in thread (%lld, %lld, %lld): the result for %lld and %lld does not fit\n", where, a, b, x, y, z);
    }
    return int64_t(result);
}

// a - b, which must fit.
static inline int exact_sub(int a, int b, const char* where, int x, int y = 0, int z = 0)
{
    const long long left = a;
    const long long result = left - b;
    if (result != int(result)) {
        fail_check("%s, in thread (%lld, %lld, %lld): the result for %lld and %lld does not fit\n", where, a, b, x, y, z);
    }
    return int(result);
}

// a * b, which must fit.
static inline int exact_mul(int a, int b, const char* where, int x, int y = 0, int z = 0)
{
    const long long left = a;
    const long long result = left * b;
    if (result != int(result)) {
        fail_check("%s, in thread (%lld, %lld, %lld): the result for %lld and %lld does not fit\n", where, a, b, x, y, z);
    }
    return int(result);
}

// Python's a // b, which must be there and fit.
static inline int exact_floor_div(int a, int b, const char* where, int x, int y = 0, int z = 0)
{
    const long long left = a;
    if (b == 0 || (b == -1 && -left != int(-left))) {
        fail_check("%s, in thread (%lld, %lld, %lld): %lld has no quotient by %lld\n", where, a, b, x, y, z);
    }
    const int quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

// base ** exponent, which must fit.
static inline int64_t exact_power(int64_t base, int64_t exponent, const char* where, int x, int y = 0, int z = 0)
{
    __int128 result = 1, power = base;
    for (int64_t rest = exponent; rest > 0; rest >>= 1) {
        if (rest & 1) {
            result *= power;
        }
        if (rest > 1) {
            power *= power;
        }
        if (result != int64_t(result) || power != int64_t(power)) {
            fail_check("%s, in thread (%lld, %lld, %lld): the result for %lld and %lld does not fit\n", where, base, exponent, x, y, z);
        }
    }
    return int64_t(result);
}

// a << count, which must fit.
static inline int64_t exact_shift_left(int64_t a, int64_t count, const char* where, int x, int y = 0, int z = 0)
{
    const __int128 left = a, one = 1;
    const __int128 result = left * (one << count);
    if (result != int64_t(result)) {
        fail_check("%s, in thread (%lld, %lld, %lld): the result for %lld and %lld does not fit\n", where, a, count, x, y, z);
    }
    return int64_t(result);
}

// -a, which must fit.
static inline int exact_negate(int a, const char* where, int x, int y = 0, int z = 0)
{
    const long long left = a;
    if (-left != int(-left)) {
        fail_check("%s, in thread (%lld, %lld, %lld): the result for %lld does not fit\n", where, a, 0, x, y, z);
    }
    return int(-left);
}

// abs(a), which must fit.
static inline int exact_abs(int a, const char* where, int x, int y = 0, int z = 0)
{
    const long long left = a;
    if (-left != int(-left)) {
        fail_check("%s, in thread (%lld, %lld, %lld): the result for %lld does not fit\n", where, a, 0, x, y, z);
    }
    return int(left < 0 ? -left : left);
}

static inline int64_t power(int idx, int64_t base, int by)
{
    return exact_add(exact_power(base, int64_t(3), "arithmetic.py:6: `base**3`", idx),
                     exact_shift_left(base,
                                      in_range(int64_t(by), int64_t(64), "arithmetic.py:6: `base << by`",
                                               idx), "arithmetic.py:6: `base << by`", idx),
                     "arithmetic.py:6: `base**3 + (base << by)`", idx);
}

static inline void arithmetic(int idx, int* X, int X_len, uint8_t* B, int B_len, int16_t* N, int N_len,
                              double z, int n)
{
    int total = 0;
    for (int i = 0; i < n >> 1; ++i) {
        total = exact_add(total,
                          exact_sub(exact_mul(X[in_range(i, X_len, "arithmetic.py:13: `X[i]`", idx)], i,
                                              "arithmetic.py:13: `X[i] * i`", idx), n,
                                    "arithmetic.py:13: `X[i] * i - n`", idx),
                          "arithmetic.py:13: `total += X[i] * i - n`", idx);
        const int index = in_range(i, B_len, "arithmetic.py:14: `B[i]`", idx);
        B[index] = exact_floor_div(int(B[index]),
                                   int(B[in_range(exact_add(i, 1, "arithmetic.py:14: `i + 1`", idx), B_len,
                                                  "arithmetic.py:14: `B[i + 1]`", idx)]),
                                   "arithmetic.py:14: `B[i] //= B[i + 1]`", idx);
        N[in_range(i, N_len, "arithmetic.py:15: `N[i]`", idx)] =
            int16_t(exact_sub(exact_mul(int(N[in_range(i, N_len, "arithmetic.py:15: `N[i]`", idx)]), 3,
                                        "arithmetic.py:15: `N[i] * 3`", idx),
                              int(N[in_range(exact_add(i, 1, "arithmetic.py:15: `i + 1`", idx), N_len,
                                             "arithmetic.py:15: `N[i + 1]`", idx)]),
                              "arithmetic.py:15: `N[i] * 3 - N[i + 1]`", idx));
    }
    X[in_range(0, X_len, "arithmetic.py:16: `X[0]`", idx)] =
        exact_floor_div(total, n, "arithmetic.py:16: `total // n`", idx);
    X[in_range(1, X_len, "arithmetic.py:17: `X[1]`", idx)] =
        floor_mod(exact_negate(total, "arithmetic.py:17: `-total`", idx),
                  nonzero(n, "arithmetic.py:17: `-total % n`", idx));
    X[in_range(2, X_len, "arithmetic.py:18: `X[2]`", idx)] =
        exact_abs(total, "arithmetic.py:18: `abs(total)`", idx)
        >> in_range(n, 32, "arithmetic.py:18: `abs(total) >> n`", idx);
    X[in_range(3, X_len, "arithmetic.py:19: `X[3]`", idx)] = n > 0
        && z / nonzero(n, "arithmetic.py:19: `z / n`", idx) < 10.0
        ? int(rounds_into(z, -2147483648.0, 2147483648.0, "arithmetic.py:19: `z`", idx))
        : int(int64_t(rint(rounds_into(z, -9223372036854775808.0, 9223372036854775808.0,
                                       "arithmetic.py:19: `round(z)`", idx))));
    X[in_range(4, X_len, "arithmetic.py:20: `X[4]`", idx)] = int(power(idx, total, n));
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they part ways.
static inline __attribute__((always_inline)) bool arithmetic_strip(int lanes, int first_idx, int* X,
                                                                   int X_len, uint8_t* B, int B_len,
                                                                   int16_t* N, int N_len, double z, int n)
{
    int total[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        total[lane] = 0;
    }
    for (int i = 0; i < n >> 1; ++i) {
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            total[lane] = exact_add(total[lane],
                                    exact_sub(exact_mul(X[in_range(i, X_len, "arithmetic.py:13: `X[i]`",
                                                          idx)], i, "arithmetic.py:13: `X[i] * i`", idx), n,
                                              "arithmetic.py:13: `X[i] * i - n`", idx),
                                    "arithmetic.py:13: `total += X[i] * i - n`", idx);
            const int index = in_range(i, B_len, "arithmetic.py:14: `B[i]`", idx);
            B[index] = exact_floor_div(int(B[index]),
                                       int(B[in_range(exact_add(i, 1, "arithmetic.py:14: `i + 1`", idx),
                                                      B_len, "arithmetic.py:14: `B[i + 1]`", idx)]),
                                       "arithmetic.py:14: `B[i] //= B[i + 1]`", idx);
            N[in_range(i, N_len, "arithmetic.py:15: `N[i]`", idx)] =
                int16_t(exact_sub(exact_mul(int(N[in_range(i, N_len, "arithmetic.py:15: `N[i]`", idx)]), 3,
                                            "arithmetic.py:15: `N[i] * 3`", idx),
                                  int(N[in_range(exact_add(i, 1, "arithmetic.py:15: `i + 1`", idx), N_len,
                                                 "arithmetic.py:15: `N[i + 1]`", idx)]),
                                  "arithmetic.py:15: `N[i] * 3 - N[i + 1]`", idx));
        }
    }
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        X[in_range(0, X_len, "arithmetic.py:16: `X[0]`", idx)] =
            exact_floor_div(total[lane], n, "arithmetic.py:16: `total // n`", idx);
        X[in_range(1, X_len, "arithmetic.py:17: `X[1]`", idx)] =
            floor_mod(exact_negate(total[lane], "arithmetic.py:17: `-total`", idx),
                      nonzero(n, "arithmetic.py:17: `-total % n`", idx));
        X[in_range(2, X_len, "arithmetic.py:18: `X[2]`", idx)] =
            exact_abs(total[lane], "arithmetic.py:18: `abs(total)`", idx)
            >> in_range(n, 32, "arithmetic.py:18: `abs(total) >> n`", idx);
        X[in_range(3, X_len, "arithmetic.py:19: `X[3]`", idx)] = n > 0
            && z / nonzero(n, "arithmetic.py:19: `z / n`", idx) < 10.0
            ? int(rounds_into(z, -2147483648.0, 2147483648.0, "arithmetic.py:19: `z`", idx))
            : int(int64_t(rint(rounds_into(z, -9223372036854775808.0, 9223372036854775808.0,
                                           "arithmetic.py:19: `round(z)`", idx))));
        X[in_range(4, X_len, "arithmetic.py:20: `X[4]`", idx)] = int(power(idx, total[lane], n));
    }
    return true;
}

extern "C" void run_arithmetic(const CpuRange* range, int* X, int X_len, uint8_t* B, int B_len, int16_t* N,
                               int N_len, double z, int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z_2 = block.first[2]; z_2 < block.end[2]; ++z_2) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? arithmetic_strip(32, x, X, X_len, B, B_len, N, N_len, z, n)
                        : lanes >= 8 && arithmetic_strip(lanes, x, X, X_len, B, B_len, N, N_len, z, n);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            arithmetic(thread_x, X, X_len, B, B_len, N, N_len, z, n);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
