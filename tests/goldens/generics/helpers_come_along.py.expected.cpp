// Translated from helpers_come_along.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

constexpr int BY = 3;

static inline float scaled_float_int(float x, int by);
static inline float shifted_int(int x);
static inline double scaled_double_int(double x, int by);

// Is called only by helpers that come along.
static inline float shifted_float(float x)
{
    return x > 0.0f ? x + 0.5f : scaled_float_int(-x, BY);
}

static inline float scaled_float_int(float x, int by)
{
    return shifted_float(x) * by;
}

static inline float scaled_int(int x, int by)
{
    return shifted_int(x) * by;
}

// Is called only by helpers that come along.
static inline float shifted_int(int x)
{
    return x > 0 ? x + 0.5f : scaled_int(-x, BY);
}

static inline float scaled_int_float(int x, float by)
{
    return shifted_int(x) * by;
}

// Is called only by helpers that come along.
static inline double shifted_double(double x)
{
    return x > 0.0 ? x + 0.5 : scaled_double_int(-x, BY);
}

static inline double scaled_double_int(double x, int by)
{
    return shifted_double(x) * by;
}

static inline void put_int_array_int_int(int* X, int X_len, int at, int value)
{
    if (at < X_len) {
        X[at] = value;
    }
}

static inline double twice(double x)
{
    return x * 2.0;
}

static inline int twice_(int x)
{
    return x * 2;
}

static inline void kernel(int idx, float* X, double* D, int* A, int A_len)
{
    X[idx] = scaled_float_int(X[idx], BY) + scaled_int_float(2, X[idx]);
    D[idx] = twice(scaled_double_int(D[idx], BY));
    put_int_array_int_int(A, A_len, idx, twice_(A[idx]));
}

extern "C" void run_kernel(const CpuRange* range, float* X, int /*X_len*/, double* D, int /*D_len*/, int* A,
                           int A_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    kernel(x, X, D, A, A_len);
                }
            }
        }
    }
}
