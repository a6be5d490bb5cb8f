// Translated from arithmetic.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ prelude failed_check with stubs

// From the C library.
extern "C" {
double rint(double);
}
//+ helper floor_mod(int)
//+ helper in_range(int) with stubs
//+ helper in_range(int64) with stubs
//+ helper nonzero(int) with stubs
//+ helper rounds_into(double) with stubs
//+ helper exact_add(int) with stubs
//+ helper exact_add(int64) with stubs
//+ helper exact_sub(int) with stubs
//+ helper exact_mul(int) with stubs
//+ helper exact_floor_div(int) with stubs
//+ helper exact_power(int64) with stubs
//+ helper exact_shift_left(int64) with stubs
//+ helper exact_negate(int) with stubs
//+ helper exact_abs(int) with stubs

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
// they diverge.
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
