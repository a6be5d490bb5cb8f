// Translated from powers.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
double pow(double, double);
}
//+ helper int_power(int64)
//+ helper int_power(uint64)
//+ helper float_power(float)

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
// they diverge.
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
