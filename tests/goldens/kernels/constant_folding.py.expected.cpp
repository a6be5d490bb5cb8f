// Translated from constant_folding.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

constexpr int DAY = 86400;
constexpr int LEVELS = 4;
constexpr int STEP = -3;
//+ helper floor_div(int)
//+ helper floor_mod(int)
//+ helper int_power(int)

// What Python's operators give for literals is a literal; what reads the same in C++ stays as it is.
static inline void literals(int* X, int X_len, int64_t* L, float* F, int n)
{
    X[0] = 512 + n;
    X[1] = -4 + -1;
    X[2] = 7 / 2 + 60 * 60 * n;
    X[3] = n & 15;
    for (int i = 0; i < 9; ++i) {
        X[4] += i;
    }
    L[0] = 1099511627776LL + n;
    F[0] = F[1] * (1.0f / 3.0f);
    X[5] = n + X_len;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool literals_strip(int lanes, int* X, int X_len, int64_t* L,
                                                                 float* F, int n)
{
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        X[0] = 512 + n;
        X[1] = -4 + -1;
        X[2] = 7 / 2 + 60 * 60 * n;
        X[3] = n & 15;
    }
    for (int i = 0; i < 9; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            X[4] += i;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        L[0] = 1099511627776LL + n;
        F[0] = F[1] * (1.0f / 3.0f);
        X[5] = n + X_len;
    }
    return true;
}

extern "C" void run_literals(const CpuRange* range, int* X, int X_len, int64_t* L, int /*L_len*/, float* F,
                             int /*F_len*/, int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? literals_strip(32, X, X_len, L, F, n)
                        : lanes >= 8 && literals_strip(lanes, X, X_len, L, F, n);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            literals(X, X_len, L, F, n);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

// A named constant says more than its value.
static inline void named(int* X, int n)
{
    X[0] = DAY / 7 + n;
    X[1] = 1 << LEVELS;
    for (int i = 0; i < 1 << LEVELS; ++i) {
        X[2] += i;
    }
    X[3] = int_power(LEVELS, 3);
    X[4] = floor_div(n, STEP) + floor_mod(10, STEP);
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool named_strip(int lanes, int* X, int n)
{
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        X[0] = DAY / 7 + n;
        X[1] = 1 << LEVELS;
    }
    for (int i = 0; i < 1 << LEVELS; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            X[2] += i;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        X[3] = int_power(LEVELS, 3);
        X[4] = floor_div(n, STEP) + floor_mod(10, STEP);
    }
    return true;
}

extern "C" void run_named(const CpuRange* range, int* X, int /*X_len*/, int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? named_strip(32, X, n)
                        : lanes >= 8 && named_strip(lanes, X, n);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            named(X, n);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

// The opposite of a comparison is one, but for the order of floating numbers: neither x < y nor x >= y is true of NaN.
static inline void opposites(int* X, float x, float y, int n)
{
    if (n != 3) {
        X[0] = 1;
    }
    if (n >= 3) {
        X[1] = 1;
    }
    if (n <= 3) {
        X[2] = 1;
    }
    if (!(x < y)) {
        X[3] = 1;
    }
    if (x != y) {
        X[4] = 1;
    }
    if (!((0 <= n && n < 5) || x != 2.0f)) {
        X[5] = 1;
    }
    while (n > 3) {
        n -= 1;
    }
    X[6] = n == 2 ? n : 7;
    X[7] = n == 0;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool opposites_strip(int lanes, int* X, float x, float y, int n)
{
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        if (n != 3) {
            X[0] = 1;
        }
        if (n >= 3) {
            X[1] = 1;
        }
        if (n <= 3) {
            X[2] = 1;
        }
        if (!(x < y)) {
            X[3] = 1;
        }
        if (x != y) {
            X[4] = 1;
        }
        if (!((0 <= n && n < 5) || x != 2.0f)) {
            X[5] = 1;
        }
    }
    while (n > 3) {
        n -= 1;
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        X[6] = n == 2 ? n : 7;
        X[7] = n == 0;
    }
    return true;
}

extern "C" void run_opposites(const CpuRange* range, int* X, int /*X_len*/, float x, float y, int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y_2 = block.first[1]; y_2 < block.end[1]; ++y_2) {
                for (int x_2 = block.first[0]; x_2 < block.end[0];) {
                    const int lanes = block.end[0] - x_2 < 32 ? block.end[0] - x_2 : 32;
                    const bool done = lanes == 32
                        ? opposites_strip(32, X, x, y, n)
                        : lanes >= 8 && opposites_strip(lanes, X, x, y, n);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            opposites(X, x, y, n);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}

static inline void rows(int idx, const float* A, int A_rows, int A_cols, const float* B, int B_dim1,
                        int B_dim2, float* S)
{
    float total = 0.0f;
    for (int i = 0; i < A_rows; ++i) {
        const int row = i * A_cols;
        const int same_start = i * A_cols;
        const float* const same = A + same_start;
        total += A[row] * same[1];
    }
    for (int i = 0; i < B_dim1; ++i) {
        const int plane = i * B_dim2;
        const int same_start = i * B_dim2;
        const float* const same = B + same_start;
        total += B[plane] * same[0];
    }
    S[idx] = total;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool rows_strip(int lanes, int first_idx, const float* A,
                                                             int A_rows, int A_cols, const float* B,
                                                             int B_dim1, int B_dim2, float* S)
{
    float total = 0.0f;
    for (int i = 0; i < A_rows; ++i) {
        const int row = i * A_cols;
        const int same_start = i * A_cols;
        const float* const same = A + same_start;
        total += A[row] * same[1];
    }
    for (int i = 0; i < B_dim1; ++i) {
        const int plane = i * B_dim2;
        const int same_start = i * B_dim2;
        const float* const same = B + same_start;
        total += B[plane] * same[0];
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        S[idx] = total;
    }
    return true;
}

extern "C" void run_rows(const CpuRange* range, const float* A, int A_rows, int A_cols, const float* B,
                         int /*B_dim0*/, int B_dim1, int B_dim2, float* S, int /*S_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? rows_strip(32, x, A, A_rows, A_cols, B, B_dim1, B_dim2, S)
                        : lanes >= 8 && rows_strip(lanes, x, A, A_rows, A_cols, B, B_dim1, B_dim2, S);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            rows(thread_x, A, A_rows, A_cols, B, B_dim1, B_dim2, S);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
