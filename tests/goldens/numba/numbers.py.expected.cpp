// Translated from numbers.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
float sinf(float);
double sqrt(double);
}
//+ helper floor_div_positive(int64)
//+ helper square(float)
//+ helper minimum(double)
//+ helper maximum(int64)

static inline void numbers(const float* X, float* Y, int* A, uint32_t* U, int n)
{
    for (int i = 0; i < n; ++i) {
        Y[i] = X[i] * 2.0 + X[i] * 2.0;
        Y[i] = X[i] * 2.5;
        Y[i] = double(X[i]) + A[i];
        A[i] = int64_t(A[i]) * A[i] + 1;
        U[i] = int64_t(U[i]) * 1664525 + 1013904223;
        A[i] = int(X[i]);
        A[i] = int(n / 2.0 + floor_div_positive(int64_t(n), int64_t(3)) + (int64_t(n) & 3));
        Y[i] = square(X[i]) + sqrt(double(A[i])) + sinf(X[i]);
        A[i] = int64_t(uint64_t(-U[i])) + (int64_t(~A[i]) << 3) + int64_t(uint64_t(U[i]) >> 1);
        U[i] = U[i] ^ (uint64_t(U[i]) >> 16);
    }
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool numbers_strip(int lanes, const float* X, float* Y, int* A,
                                                                uint32_t* U, int n)
{
    for (int i = 0; i < n; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            Y[i] = X[i] * 2.0 + X[i] * 2.0;
            Y[i] = X[i] * 2.5;
            Y[i] = double(X[i]) + A[i];
            A[i] = int64_t(A[i]) * A[i] + 1;
            U[i] = int64_t(U[i]) * 1664525 + 1013904223;
            A[i] = int(X[i]);
            A[i] = int(n / 2.0 + floor_div_positive(int64_t(n), int64_t(3)) + (int64_t(n) & 3));
            Y[i] = square(X[i]) + sqrt(double(A[i])) + sinf(X[i]);
            A[i] = int64_t(uint64_t(-U[i])) + (int64_t(~A[i]) << 3) + int64_t(uint64_t(U[i]) >> 1);
            U[i] = U[i] ^ (uint64_t(U[i]) >> 16);
        }
    }
    return true;
}

extern "C" void run_numbers(const CpuRange* range, const float* X, int /*X_len*/, float* Y, int /*Y_len*/,
                            int* A, int /*A_len*/, uint32_t* U, int /*U_len*/, int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? numbers_strip(32, X, Y, A, U, n)
                        : lanes >= 8 && numbers_strip(lanes, X, Y, A, U, n);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            numbers(X, Y, A, U, n);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline void locals(float* X, int X_len, int* A, int n)
{
    double total = 0.0;
    int64_t count = 0;
    for (int64_t i = 0; i < X_len; ++i) {
        total += X[i];
        if (X[i] > 1.0 && int64_t(A[i]) != 2) {
            count += 1;
        }
    }
    X[0] = total;
    A[0] = count;
    const bool flag = int64_t(n) > 3;
    A[1] = !flag;
    A[2] = int(flag ? double(A[1]) : X[1]);
    A[3] = maximum(int64_t(n), int64_t(3));
    A[4] = int(minimum(double(X[2]), double(n)));
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool locals_strip(int lanes, float* X, int X_len, int* A, int n)
{
    double total[32];
    int64_t count[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        total[lane] = 0.0;
        count[lane] = 0;
    }
    for (int64_t i = 0; i < X_len; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            total[lane] += X[i];
            if (X[i] > 1.0 && int64_t(A[i]) != 2) {
                count[lane] += 1;
            }
        }
    }
    const bool flag = int64_t(n) > 3;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        X[0] = total[lane];
        A[0] = count[lane];
        A[1] = !flag;
        A[2] = int(flag ? double(A[1]) : X[1]);
        A[3] = maximum(int64_t(n), int64_t(3));
        A[4] = int(minimum(double(X[2]), double(n)));
    }
    return true;
}

extern "C" void run_locals(const CpuRange* range, float* X, int X_len, int* A, int /*A_len*/, int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? locals_strip(32, X, X_len, A, n)
                        : lanes >= 8 && locals_strip(lanes, X, X_len, A, n);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            locals(X, X_len, A, n);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
