// Translated from precision.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
double cos(double);
float cosf(float);
float powf(float, float);
double sqrt(double);
}

static const double values[2] = {0.1, 0.2};
//+ helper quotient(int)
//+ helper trunc_quotient(int64)
//+ helper ceil_quotient(int)
//+ helper round_quotient(int)

static inline void doubles(int idx, double* X, int n)
{
    const double h = 1.0 / n;
    const double dt = 0.1;
    X[idx] += h * cos(-2.0 * 3.141592653589793 * idx / n) + dt;
    X[idx] = double(idx) / n + sqrt(double(n)) * 0.5;
    for (int i = 0; i < 2; ++i) {
        const double w = values[i];
        X[idx] += w * n;
    }
    X[idx] += double(n);
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool doubles_strip(int lanes, int first_idx, double* X, int n)
{
    const double h = 1.0 / n;
    const double dt = 0.1;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        X[idx] += h * cos(-2.0 * 3.141592653589793 * idx / n) + dt;
        X[idx] = double(idx) / n + sqrt(double(n)) * 0.5;
    }
    for (int i = 0; i < 2; ++i) {
        const double w = values[i];
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            X[idx] += w * n;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        X[idx] += double(n);
    }
    return true;
}

extern "C" void run_doubles(const CpuRange* range, double* X, int /*X_len*/, int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? doubles_strip(32, x, X, n)
                        : lanes >= 8 && doubles_strip(lanes, x, X, n);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            doubles(thread_x, X, n);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline void floats(int idx, float* X, int n)
{
    const float h = 1.0f / n;
    X[idx] += h * cosf(-2.0f * 3.1415927f * idx / n);
    X[idx] += powf(n, 0.5f) / 3.0f;
}

extern "C" void run_floats(const CpuRange* range, float* X, int /*X_len*/, int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    floats(x, X, n);
                }
            }
        }
    }
}

static inline void integers(int idx, int* X, int n)
{
    X[idx] = int(sqrt(idx * 0.5));
    X[idx] += trunc_div(idx, n) + idx / 3 + ceil_quotient(n, X[idx]) + round_quotient(n, 7);
}

extern "C" void run_integers(const CpuRange* range, int* X, int /*X_len*/, int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    integers(x, X, n);
                }
            }
        }
    }
}

static inline float half_of(float x)
{
    return x * 0.5f;
}

static inline void mixed(int idx, float* F, double* D, int64_t* L, int n)
{
    const double w = 1.0 / n;
    F[idx] = F[idx] * (1.0f / n);
    D[idx] = D[idx] / (double(idx) / n) + w;
    D[idx] = F[idx] * F[idx];
    D[idx] = half_of(D[idx]);
    D[idx] = double(F[idx] * 2.0f);
    D[idx] = F[idx];
    F[idx] = L[idx];
    F[idx] = float(L[idx]);
    F[idx] = L[idx] / 3.0f;
    L[idx] = trunc_quotient(L[idx], int64_t(n));
}

extern "C" void run_mixed(const CpuRange* range, float* F, int /*F_len*/, double* D, int /*D_len*/,
                          int64_t* L, int /*L_len*/, int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    mixed(x, F, D, L, n);
                }
            }
        }
    }
}
