// Translated from custom_rules.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

struct double_double
{
    double first;
    double second;
};

static inline double_double product_vjp_double_int_double_double(double x, int /*n*/, double y, double bar)
{
    return {bar * y, bar * x};
}

static inline double product_double_int_double(double x, int n, double y)
{
    return x * y + n;
}

static inline double root(double a)
{
    double x = a;
    for (int _ = 0; _ < 60; ++_) {
        x = 0.5 * (x + a / x);
    }
    return x;
}

static inline double root_vjp(double a, double bar)
{
    return bar / (2.0 * root(a));
}

static inline void kernel(int idx, const double* X, double* Y)
{
    double x = root(X[idx]);
    for (int k = 0; k < 3; ++k) {
        x = product_double_int_double(x, k, root(x));
    }
    Y[idx] = x;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool kernel_strip(int lanes, int first_idx, const double* X,
                                                               double* Y)
{
    double x[32];
    double a[32];
    double x_[32];
    double root_result[32];
    double a_[32];
    double x_2[32];
    double root_result_[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        a[lane] = X[idx];
        x_[lane] = a[lane];
    }
    for (int _ = 0; _ < 60; ++_) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            x_[lane] = 0.5 * (x_[lane] + a[lane] / x_[lane]);
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        root_result[lane] = x_[lane];
        x[lane] = root_result[lane];
    }
    for (int k = 0; k < 3; ++k) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            a_[lane] = x[lane];
            x_2[lane] = a_[lane];
        }
        for (int _ = 0; _ < 60; ++_) {
#pragma omp simd
            for (int lane = 0; lane < lanes; ++lane) {
                x_2[lane] = 0.5 * (x_2[lane] + a_[lane] / x_2[lane]);
            }
        }
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            root_result_[lane] = x_2[lane];
            x[lane] = product_double_int_double(x[lane], k, root_result_[lane]);
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        Y[idx] = x[lane];
    }
    return true;
}

extern "C" void run_kernel(const CpuRange* range, const double* X, int /*X_len*/, double* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0];) {
                    const int lanes = block.end[0] - x_2 < 32 ? block.end[0] - x_2 : 32;
                    const bool done = lanes == 32
                        ? kernel_strip(32, x_2, X, Y)
                        : lanes >= 8 && kernel_strip(lanes, x_2, X, Y);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            kernel(thread_x, X, Y);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}

static inline void kernel_vjp(int idx, const double* X, const double* /*Y*/, double* X_bar, double* Y_bar)
{
    double x_before[3];
    double x = root(X[idx]);
    for (int k = 0; k < 3; ++k) {
        x_before[k] = x;
        x = product_double_int_double(x, k, root(x));
    }
    // The reverse sweep.
    double x_bar = Y_bar[idx];
    for (int k = 2; k >= 0; --k) {
        x = x_before[k];
        const double_double pulled = product_vjp_double_int_double_double(x, k, root(x), x_bar);
        x_bar = pulled.first;
        x_bar += root_vjp(x, pulled.second);
    }
    const double pulled = root_vjp(X[idx], x_bar);
    const double X_bar_old = X_bar[idx];
    Y_bar[idx] = 0.0;
    X_bar[idx] = X_bar_old + pulled;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool kernel_vjp_strip(int lanes, int first_idx, const double* X,
                                                                   const double* /*Y*/, double* X_bar,
                                                                   double* Y_bar)
{
    double x[32];
    double x_bar[32];
    double x_before[32][3];
    double a[32];
    double x_[32];
    double root_result[32];
    double a_[32];
    double x_2[32];
    double root_result_[32];
    double a_2[32];
    double x_3[32];
    double root_result_2[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        a[lane] = X[idx];
        x_[lane] = a[lane];
    }
    for (int _ = 0; _ < 60; ++_) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            x_[lane] = 0.5 * (x_[lane] + a[lane] / x_[lane]);
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        root_result[lane] = x_[lane];
        x[lane] = root_result[lane];
    }
    for (int k = 0; k < 3; ++k) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            x_before[lane][k] = x[lane];
            a_[lane] = x[lane];
            x_2[lane] = a_[lane];
        }
        for (int _ = 0; _ < 60; ++_) {
#pragma omp simd
            for (int lane = 0; lane < lanes; ++lane) {
                x_2[lane] = 0.5 * (x_2[lane] + a_[lane] / x_2[lane]);
            }
        }
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            root_result_[lane] = x_2[lane];
            x[lane] = product_double_int_double(x[lane], k, root_result_[lane]);
        }
    }
    // The reverse sweep.
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        x_bar[lane] = Y_bar[idx];
    }
    for (int k = 2; k >= 0; --k) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            x[lane] = x_before[lane][k];
            a_2[lane] = x[lane];
            x_3[lane] = a_2[lane];
        }
        for (int _ = 0; _ < 60; ++_) {
#pragma omp simd
            for (int lane = 0; lane < lanes; ++lane) {
                x_3[lane] = 0.5 * (x_3[lane] + a_2[lane] / x_3[lane]);
            }
        }
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            root_result_2[lane] = x_3[lane];
            const double_double pulled =
                product_vjp_double_int_double_double(x[lane], k, root_result_2[lane], x_bar[lane]);
            x_bar[lane] = pulled.first;
            x_bar[lane] += root_vjp(x[lane], pulled.second);
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        const double pulled = root_vjp(X[idx], x_bar[lane]);
        const double X_bar_old = X_bar[idx];
        Y_bar[idx] = 0.0;
        X_bar[idx] = X_bar_old + pulled;
    }
    return true;
}

extern "C" void run_kernel_vjp(const CpuRange* range, const double* X, int /*X_len*/, const double* Y,
                               int /*Y_len*/, double* X_bar, int /*X_bar_len*/, double* Y_bar,
                               int /*Y_bar_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0];) {
                    const int lanes = block.end[0] - x_2 < 32 ? block.end[0] - x_2 : 32;
                    const bool done = lanes == 32
                        ? kernel_vjp_strip(32, x_2, X, Y, X_bar, Y_bar)
                        : lanes >= 8 && kernel_vjp_strip(lanes, x_2, X, Y, X_bar, Y_bar);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            kernel_vjp(thread_x, X, Y, X_bar, Y_bar);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}
