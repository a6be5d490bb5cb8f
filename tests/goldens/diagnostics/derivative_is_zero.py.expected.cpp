// Translated from derivative_is_zero.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
float copysignf(float, float);
double floor(double);
float floorf(float);
float fmodf(float, float);
}
//+ helper floor_div(float)

static inline void steps(int idx, const double* X, double* Y)
{
    Y[idx] = int64_t(floor(X[idx]));
}

extern "C" void run_steps(const CpuRange* range, const double* X, int /*X_len*/, double* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    steps(x, X, Y);
                }
            }
        }
    }
}

static inline void counts(double a, const double* X, int X_len, double* Y)
{
    int n = 0;
    for (int i = 0; i < X_len; ++i) {
        const double x = X[i];
        if (x > a) {
            n += 1;
        }
    }
    Y[0] = n * 0.5;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool counts_strip(int lanes, double a, const double* X,
                                                               int X_len, double* Y)
{
    int n = 0;
    for (int i = 0; i < X_len; ++i) {
        const double x = X[i];
        if (x > a) {
            n += 1;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        Y[0] = n * 0.5;
    }
    return true;
}

extern "C" void run_counts(const CpuRange* range, double a, const double* X, int X_len, double* Y,
                           int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0];) {
                    const int lanes = block.end[0] - x_2 < 32 ? block.end[0] - x_2 : 32;
                    const bool done = lanes == 32
                        ? counts_strip(32, a, X, X_len, Y)
                        : lanes >= 8 && counts_strip(lanes, a, X, X_len, Y);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            counts(a, X, X_len, Y);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}

static inline void halves(int idx, const float* X, float* Y)
{
    const float half = floor_div(X[idx], 2.0f);
    Y[idx] = half;
}

extern "C" void run_halves(const CpuRange* range, const float* X, int /*X_len*/, float* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    halves(x, X, Y);
                }
            }
        }
    }
}

static inline void kept(int idx, double* X, double* Y)
{
    Y[idx] = X[int(X[0])] * int64_t(floor(X[idx]));
    X[idx] += int64_t(floor(Y[idx]));
}

extern "C" void run_kept(const CpuRange* range, double* X, int /*X_len*/, double* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    kept(x, X, Y);
                }
            }
        }
    }
}

static inline void filled(int idx, double* X)
{
    X[idx] = 1.0;
}

extern "C" void run_filled(const CpuRange* range, double* X, int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    filled(x, X);
                }
            }
        }
    }
}

static inline void steps_jvp(int idx, const double* X, double* Y, const double* /*X_dot*/, double* Y_dot)
{
    Y_dot[idx] = 0.0;
    Y[idx] = int64_t(floor(X[idx]));
}

extern "C" void run_steps_jvp(const CpuRange* range, const double* X, int /*X_len*/, double* Y, int /*Y_len*/,
                              const double* X_dot, int /*X_dot_len*/, double* Y_dot, int /*Y_dot_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    steps_jvp(x, X, Y, X_dot, Y_dot);
                }
            }
        }
    }
}

static inline void counts_jvp(double a, const double* X, int X_len, double* Y, double /*a_dot*/,
                              const double* /*X_dot*/, double* Y_dot)
{
    int n = 0;
    for (int i = 0; i < X_len; ++i) {
        const double x = X[i];
        if (x > a) {
            n += 1;
        }
    }
    Y_dot[0] = 0.0;
    Y[0] = n * 0.5;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool counts_jvp_strip(int lanes, double a, const double* X,
                                                                   int X_len, double* Y, double /*a_dot*/,
                                                                   const double* /*X_dot*/, double* Y_dot)
{
    int n = 0;
    for (int i = 0; i < X_len; ++i) {
        const double x = X[i];
        if (x > a) {
            n += 1;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        Y_dot[0] = 0.0;
        Y[0] = n * 0.5;
    }
    return true;
}

extern "C" void run_counts_jvp(const CpuRange* range, double a, const double* X, int X_len, double* Y,
                               int /*Y_len*/, double a_dot, const double* X_dot, int /*X_dot_len*/,
                               double* Y_dot, int /*Y_dot_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0];) {
                    const int lanes = block.end[0] - x_2 < 32 ? block.end[0] - x_2 : 32;
                    const bool done = lanes == 32
                        ? counts_jvp_strip(32, a, X, X_len, Y, a_dot, X_dot, Y_dot)
                        : lanes >= 8 && counts_jvp_strip(lanes, a, X, X_len, Y, a_dot, X_dot, Y_dot);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            counts_jvp(a, X, X_len, Y, a_dot, X_dot, Y_dot);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}

static inline void halves_jvp(int idx, const float* X, float* Y, const float* /*X_dot*/, float* Y_dot)
{
    const float half = floor_div(X[idx], 2.0f);
    Y_dot[idx] = 0.0f;
    Y[idx] = half;
}

extern "C" void run_halves_jvp(const CpuRange* range, const float* X, int /*X_len*/, float* Y, int /*Y_len*/,
                               const float* X_dot, int /*X_dot_len*/, float* Y_dot, int /*Y_dot_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    halves_jvp(x, X, Y, X_dot, Y_dot);
                }
            }
        }
    }
}

static inline void kept_jvp(int idx, double* X, double* Y, const double* X_dot, double* Y_dot)
{
    const double factor = int64_t(floor(X[idx]));
    Y_dot[idx] = factor * X_dot[int(X[0])];
    Y[idx] = X[int(X[0])] * factor;
    X[idx] += int64_t(floor(Y[idx]));
}

extern "C" void run_kept_jvp(const CpuRange* range, double* X, int /*X_len*/, double* Y, int /*Y_len*/,
                             const double* X_dot, int /*X_dot_len*/, double* Y_dot, int /*Y_dot_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    kept_jvp(x, X, Y, X_dot, Y_dot);
                }
            }
        }
    }
}

static inline void filled_jvp(int idx, double* X, double* X_dot)
{
    X_dot[idx] = 0.0;
    X[idx] = 1.0;
}

extern "C" void run_filled_jvp(const CpuRange* range, double* X, int /*X_len*/, double* X_dot,
                               int /*X_dot_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    filled_jvp(x, X, X_dot);
                }
            }
        }
    }
}
