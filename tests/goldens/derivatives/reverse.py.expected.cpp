// Translated from reverse.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
double cos(double);
double exp(double);
double log(double);
double sin(double);
double sqrt(double);
}
//+ helper atomic_add(float)
//+ helper atomic_add(double)
//+ helper atomic_max(int)
//+ helper Philox
//+ helper random_state
//+ helper random_bits
//+ helper random_seek
//+ helper random_bits64
//+ helper random_double
//+ helper normal_double

static inline void saxpy(int idx, float alpha, const float* X, float* Y, int /*Y_len*/)
{
    Y[idx] = alpha * X[idx] + Y[idx];
}

extern "C" void run_saxpy(const CpuRange* range, float alpha, const float* X, int /*X_len*/, float* Y,
                          int Y_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (Y_len < block.end[0]) block.end[0] = Y_len;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    saxpy(x, alpha, X, Y, Y_len);
                }
            }
        }
    }
}

static inline void product(int idx, int idy, const double* A, int A_cols, const double* B, int B_cols,
                           double* C, int C_cols)
{
    double total = 0.0;
    for (int k = 0; k < A_cols; ++k) {
        total += A[idy * A_cols + k] * B[k * B_cols + idx];
    }
    C[idy * C_cols + idx] = total;
}

// The same for up to 4 rows of up to 32 neighbouring threads at once. It gives false, having done nothing,
// where they diverge.
static inline __attribute__((always_inline)) bool product_strip(int lanes, int rows, int first_idx,
                                                                int first_idy, const double* A, int A_cols,
                                                                const double* B, int B_cols, double* C,
                                                                int C_cols)
{
    double total[128];
    for (int row = 0; row < rows; ++row) {
#pragma omp simd
        for (int column = 0; column < lanes; ++column) {
            const int lane = row * 32 + column;
            total[lane] = 0.0;
        }
    }
    for (int k = 0; k < A_cols; ++k) {
        for (int row = 0; row < rows; ++row) {
#pragma omp simd
            for (int column = 0; column < lanes; ++column) {
                const int lane = row * 32 + column;
                const int idx = first_idx + column;
                const int idy = first_idy + row;
                total[lane] += A[idy * A_cols + k] * B[k * B_cols + idx];
            }
        }
    }
    for (int row = 0; row < rows; ++row) {
#pragma omp simd
        for (int column = 0; column < lanes; ++column) {
            const int lane = row * 32 + column;
            const int idx = first_idx + column;
            const int idy = first_idy + row;
            C[idy * C_cols + idx] = total[lane];
        }
    }
    return true;
}

extern "C" void run_product(const CpuRange* range, const double* A, int /*A_rows*/, int A_cols,
                            const double* B, int /*B_rows*/, int B_cols, double* C, int /*C_rows*/,
                            int C_cols)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1];) {
                const int rows = block.end[1] - y < 4 ? block.end[1] - y : 4;
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32 && rows == 4
                        ? product_strip(32, 4, x, y, A, A_cols, B, B_cols, C, C_cols)
                        : lanes >= 8 && product_strip(lanes, rows, x, y, A, A_cols, B, B_cols, C, C_cols);
                    if (!done) {
                        for (int thread_y = y; thread_y < y + rows; ++thread_y) {
                            for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                                product(thread_x, thread_y, A, A_cols, B, B_cols, C, C_cols);
                            }
                        }
                    }
                    x += lanes;
                }
                y += rows;
            }
        }
    }
}

static inline void newton(int idx, const double* X, double* Y)
{
    double x = X[idx];
    // a few steps
    for (int _ = 0; _ < 20; ++_) {
        x -= (x * x - X[idx]) / (2.0 * x);
    }
    Y[idx] = x;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool newton_strip(int lanes, int first_idx, const double* X,
                                                               double* Y)
{
    double x[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        x[lane] = X[idx];
    }
    // a few steps
    for (int _ = 0; _ < 20; ++_) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            x[lane] -= (x[lane] * x[lane] - X[idx]) / (2.0 * x[lane]);
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        Y[idx] = x[lane];
    }
    return true;
}

extern "C" void run_newton(const CpuRange* range, const double* X, int /*X_len*/, double* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0];) {
                    const int lanes = block.end[0] - x_2 < 32 ? block.end[0] - x_2 : 32;
                    const bool done = lanes == 32
                        ? newton_strip(32, x_2, X, Y)
                        : lanes >= 8 && newton_strip(lanes, x_2, X, Y);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            newton(thread_x, X, Y);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}

static inline void changed(int idx, double* X, int /*X_len*/, double* Y)
{
    X[idx] *= Y[idx];
    Y[idx] = sin(X[idx]) * exp(Y[idx]);
}

extern "C" void run_changed(const CpuRange* range, double* X, int X_len, double* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (X_len < block.end[0]) block.end[0] = X_len;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    changed(x, X, X_len, Y);
                }
            }
        }
    }
}

static inline double grown(double x, double y)
{
    return x > y ? x * y : x / y;
}

static inline void march(int idx, const double* X, double* Y)
{
    double t = X[idx];
    for (int _ = 0; _ < 50; ++_) {
        const double d = grown(t, 0.5);
        if (d > 9.0) break;
        t += d * 0.5;
    }
    atomic_add(&Y[idx / 2], t);
}

extern "C" void run_march(const CpuRange* range, const double* X, int /*X_len*/, double* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    march(x, X, Y);
                }
            }
        }
    }
}

static inline void settle(int idx, double* X, double* Y)
{
    while (X[idx] > 0.1) {
        X[idx] = sin(X[idx]) * 0.9;
        if (X[idx] < Y[idx]) {
            Y[idx] *= X[idx];
        }
    }
}

extern "C" void run_settle(const CpuRange* range, double* X, int /*X_len*/, double* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    settle(x, X, Y);
                }
            }
        }
    }
}

static inline void along(int idx, double* A, int A_cols, int n)
{
    for (int _ = 0; _ < n; ++_) {
        for (int j = 1; j < A_cols; ++j) {
            A[idx * A_cols + j] *= A[idx * A_cols + (j - 1)];
        }
    }
}

// The same for a strip of up to 16 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool along_strip(int lanes, int first_idx, double* A, int A_cols,
                                                              int n)
{
    for (int _ = 0; _ < n; ++_) {
        int first_j = 1;
        while (A_cols - first_j >= 4) {
            const int end_j = A_cols - first_j < 8 ? A_cols : first_j + 8;
            for (int lane = 0; lane < lanes; ++lane) {
                const int idx = first_idx + lane;
                for (int j = first_j; j < end_j; ++j) {
                    A[idx * A_cols + j] *= A[idx * A_cols + (j - 1)];
                }
            }
            first_j = end_j;
        }
        for (int j = first_j; j < A_cols; ++j) {
#pragma omp simd
            for (int lane = 0; lane < lanes; ++lane) {
                const int idx = first_idx + lane;
                A[idx * A_cols + j] *= A[idx * A_cols + (j - 1)];
            }
        }
    }
    return true;
}

extern "C" void run_along(const CpuRange* range, double* A, int /*A_rows*/, int A_cols, int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 16 ? block.end[0] - x : 16;
                    const bool done = lanes == 16
                        ? along_strip(16, x, A, A_cols, n)
                        : lanes >= 8 && along_strip(lanes, x, A, A_cols, n);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            along(thread_x, A, A_cols, n);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline void wander(int idx, double* X, int n)
{
    Philox rng;
    random_state(rng, uint64_t(n), uint64_t(idx));
    double x = X[idx];
    for (int _ = 0; _ < n; ++_) {
        x += 0.1 * x * normal_double(rng, 0.0, 1.0);
    }
    X[idx] = x * x;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool wander_strip(int lanes, int first_idx, double* X, int n)
{
    Philox rng[32];
    double x[32];
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        random_state(rng[lane], uint64_t(n), uint64_t(idx));
        x[lane] = X[idx];
    }
    for (int _ = 0; _ < n; ++_) {
        for (int lane = 0; lane < lanes; ++lane) {
            x[lane] += 0.1 * x[lane] * normal_double(rng[lane], 0.0, 1.0);
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        X[idx] = x[lane] * x[lane];
    }
    return true;
}

extern "C" void run_wander(const CpuRange* range, double* X, int /*X_len*/, int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0];) {
                    const int lanes = block.end[0] - x_2 < 32 ? block.end[0] - x_2 : 32;
                    const bool done = lanes == 32
                        ? wander_strip(32, x_2, X, n)
                        : lanes >= 8 && wander_strip(lanes, x_2, X, n);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            wander(thread_x, X, n);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}

static inline void lists(int idx, const double* R, const int* R_offsets, int /*R_len*/, double* Y)
{
    const int x_start = R_offsets[idx];
    const int count = R_offsets[idx + 1] - R_offsets[idx];
    for (int i = 0; i < count; ++i) {
        const double x = R[x_start + i];
        Y[idx] += x * x;
    }
}

extern "C" void run_lists(const CpuRange* range, const double* R, const int* R_offsets, int R_len, double* Y,
                          int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    lists(x_2, R, R_offsets, R_len, Y);
                }
            }
        }
    }
}

static inline void saxpy_vjp(int idx, float alpha, const float* X, const float* /*Y*/, int /*Y_len*/,
                             float* alpha_bar, float* X_bar, const float* Y_bar)
{
    // The reverse sweep.
    const float alpha_sum = X[idx] * Y_bar[idx];
    X_bar[idx] += alpha * Y_bar[idx];
    atomic_add(&alpha_bar[0], alpha_sum);
}

extern "C" void run_saxpy_vjp(const CpuRange* range, float alpha, const float* X, int /*X_len*/,
                              const float* Y, int Y_len, float* alpha_bar, int /*alpha_bar_len*/,
                              float* X_bar, int /*X_bar_len*/, const float* Y_bar, int /*Y_bar_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (Y_len < block.end[0]) block.end[0] = Y_len;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    saxpy_vjp(x, alpha, X, Y, Y_len, alpha_bar, X_bar, Y_bar);
                }
            }
        }
    }
}

static inline void product_vjp(int idx, int idy, const double* A, int A_cols, const double* B, int B_cols,
                               const double* /*C*/, int C_cols, double* A_bar, double* B_bar, double* C_bar)
{
    // The reverse sweep.
    const double total_bar = C_bar[idy * C_cols + idx];
    C_bar[idy * C_cols + idx] = 0.0;
    for (int k = A_cols - 1; k >= 0; --k) {
        atomic_add(&A_bar[idy * A_cols + k], B[k * B_cols + idx] * total_bar);
        atomic_add(&B_bar[k * B_cols + idx], A[idy * A_cols + k] * total_bar);
    }
}

// The same for up to 4 rows of up to 32 neighbouring threads at once. It gives false, having done nothing,
// where they diverge.
static inline __attribute__((always_inline)) bool product_vjp_strip(int lanes, int rows, int first_idx,
                                                                    int first_idy, const double* A,
                                                                    int A_cols, const double* B, int B_cols,
                                                                    const double* /*C*/, int C_cols,
                                                                    double* A_bar, double* B_bar,
                                                                    double* C_bar)
{
    double total_bar[128];
    // The reverse sweep.
    for (int row = 0; row < rows; ++row) {
#pragma omp simd
        for (int column = 0; column < lanes; ++column) {
            const int lane = row * 32 + column;
            const int idx = first_idx + column;
            const int idy = first_idy + row;
            total_bar[lane] = C_bar[idy * C_cols + idx];
            C_bar[idy * C_cols + idx] = 0.0;
        }
    }
    for (int k = A_cols - 1; k >= 0; --k) {
        for (int row = 0; row < rows; ++row) {
            for (int column = 0; column < lanes; ++column) {
                const int lane = row * 32 + column;
                const int idx = first_idx + column;
                const int idy = first_idy + row;
                atomic_add(&A_bar[idy * A_cols + k], B[k * B_cols + idx] * total_bar[lane]);
                atomic_add(&B_bar[k * B_cols + idx], A[idy * A_cols + k] * total_bar[lane]);
            }
        }
    }
    return true;
}

extern "C" void run_product_vjp(const CpuRange* range, const double* A, int /*A_rows*/, int A_cols,
                                const double* B, int /*B_rows*/, int B_cols, const double* C, int /*C_rows*/,
                                int C_cols, double* A_bar, int /*A_bar_rows*/, int /*A_bar_cols*/,
                                double* B_bar, int /*B_bar_rows*/, int /*B_bar_cols*/, double* C_bar,
                                int /*C_bar_rows*/, int /*C_bar_cols*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1];) {
                const int rows = block.end[1] - y < 4 ? block.end[1] - y : 4;
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32 && rows == 4
                        ? product_vjp_strip(32, 4, x, y, A, A_cols, B, B_cols, C, C_cols, A_bar, B_bar, C_bar)
                       
                        : lanes >= 8
                        && product_vjp_strip(lanes, rows, x, y, A, A_cols, B, B_cols, C, C_cols, A_bar, B_bar,
                                             C_bar);
                    if (!done) {
                        for (int thread_y = y; thread_y < y + rows; ++thread_y) {
                            for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                                product_vjp(thread_x, thread_y, A, A_cols, B, B_cols, C, C_cols, A_bar, B_bar,
                                            C_bar);
                            }
                        }
                    }
                    x += lanes;
                }
                y += rows;
            }
        }
    }
}

static inline void newton_vjp(int idx, const double* X, const double* /*Y*/, double* X_bar, double* Y_bar)
{
    double x_before[20];
    double x = X[idx];
    for (int _ = 0; _ < 20; ++_) {
        x_before[_] = x;
        x -= (x * x - X[idx]) / (2.0 * x);
    }
    // The reverse sweep.
    double x_bar = Y_bar[idx];
    for (int _ = 19; _ >= 0; --_) {
        x = x_before[_];
        const double value = 2.0 * x;
        const double result = (x * x - X[idx]) / value;
        const double bar = -x_bar / value;
        X_bar[idx] -= bar;
        x_bar = x_bar + 2.0 * x * bar + 2.0 * -(result * bar);
    }
    const double X_bar_old = X_bar[idx];
    Y_bar[idx] = 0.0;
    X_bar[idx] = X_bar_old + x_bar;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool newton_vjp_strip(int lanes, int first_idx, const double* X,
                                                                   const double* /*Y*/, double* X_bar,
                                                                   double* Y_bar)
{
    double x[32];
    double x_bar[32];
    double x_before[32][20];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        x[lane] = X[idx];
    }
    for (int _ = 0; _ < 20; ++_) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            x_before[lane][_] = x[lane];
            x[lane] -= (x[lane] * x[lane] - X[idx]) / (2.0 * x[lane]);
        }
    }
    // The reverse sweep.
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        x_bar[lane] = Y_bar[idx];
    }
    for (int _ = 19; _ >= 0; --_) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            x[lane] = x_before[lane][_];
            const double value = 2.0 * x[lane];
            const double result = (x[lane] * x[lane] - X[idx]) / value;
            const double bar = -x_bar[lane] / value;
            X_bar[idx] -= bar;
            x_bar[lane] = x_bar[lane] + 2.0 * x[lane] * bar + 2.0 * -(result * bar);
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        const double X_bar_old = X_bar[idx];
        Y_bar[idx] = 0.0;
        X_bar[idx] = X_bar_old + x_bar[lane];
    }
    return true;
}

extern "C" void run_newton_vjp(const CpuRange* range, const double* X, int /*X_len*/, const double* Y,
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
                        ? newton_vjp_strip(32, x_2, X, Y, X_bar, Y_bar)
                        : lanes >= 8 && newton_vjp_strip(lanes, x_2, X, Y, X_bar, Y_bar);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            newton_vjp(thread_x, X, Y, X_bar, Y_bar);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}

static inline void changed_vjp(int idx, double* X, int /*X_len*/, const double* Y, double* X_bar,
                               double* Y_bar)
{
    const double X_old = X[idx];
    X[idx] *= Y[idx];
    // The reverse sweep.
    const double result = exp(Y[idx]);
    const double value = sin(X[idx]);
    X_bar[idx] += cos(X[idx]) * (result * Y_bar[idx]);
    Y_bar[idx] = result * (value * Y_bar[idx]);
    X[idx] = X_old;
    Y_bar[idx] += X[idx] * X_bar[idx];
    X_bar[idx] = Y[idx] * X_bar[idx];
}

extern "C" void run_changed_vjp(const CpuRange* range, double* X, int X_len, const double* Y, int /*Y_len*/,
                                double* X_bar, int /*X_bar_len*/, double* Y_bar, int /*Y_bar_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (X_len < block.end[0]) block.end[0] = X_len;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    changed_vjp(x, X, X_len, Y, X_bar, Y_bar);
                }
            }
        }
    }
}

static inline void march_vjp(int idx, const double* X, const double* /*Y*/, double* X_bar,
                             const double* Y_bar)
{
    double t_before[50];
    double t = X[idx];
    int next = 0;
    bool left = false;
    int trips = 0;
    while (!left && next < 50) {
        t_before[trips] = t;
        next += 1;
        const double x = t;
        const double y = 0.5;
        const double d = x > y ? x * y : x / y;
        if (d > 9.0) {
            left = true;
        } else {
            t += d * 0.5;
        }
        trips += 1;
    }
    // The reverse sweep.
    double t_bar = Y_bar[idx / 2];
    for (int trip = trips - 1; trip >= 0; --trip) {
        double d_bar = 0.0;
        double x_bar = 0.0;
        t = t_before[trip];
        const double x = t;
        const double y = 0.5;
        const double d = x > y ? x * y : x / y;
        if (!(d > 9.0)) {
            d_bar += 0.5 * t_bar;
        }
        const double grown_result_bar = d_bar;
        if (x > y) {
            x_bar += y * grown_result_bar;
        } else {
            x_bar += grown_result_bar / y;
        }
        t_bar += x_bar;
    }
    X_bar[idx] += t_bar;
}

extern "C" void run_march_vjp(const CpuRange* range, const double* X, int /*X_len*/, const double* Y,
                              int /*Y_len*/, double* X_bar, int /*X_bar_len*/, const double* Y_bar,
                              int /*Y_bar_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y_2 = block.first[1]; y_2 < block.end[1]; ++y_2) {
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    march_vjp(x_2, X, Y, X_bar, Y_bar);
                }
            }
        }
    }
}

static inline void settle_vjp(int idx, double* X, double* Y, double* X_bar, double* Y_bar, uint64_t* tape,
                              int64_t tape_words, int* tape_state, int64_t tape_first, int64_t tape_count)
{
    const int64_t thread = int64_t(idx);
    const int64_t slot = thread - tape_first;
    if (slot < 0 || slot >= tape_count || tape_state[thread + 1] == 1) return;
    int64_t needed = 0;
    int64_t begin = 0;
    bool X_is_kept = false;
    bool Y_is_kept = false;
    int64_t trips = 0;
    begin = needed;
    double X_at_first = 0.0;
    double Y_at_first = 0.0;
    while (X[idx] > 0.1) {
        if (begin + trips * 3 < tape_words) {
            tape[(begin + trips * 3) * tape_count + slot] = __builtin_bit_cast(uint64_t, X[idx]);
        }
        bool Y_is_kept_ = false;
        if (!X_is_kept) {
            X_at_first = X[idx];
            X_is_kept = true;
        }
        X[idx] = sin(X[idx]) * 0.9;
        if (X[idx] < Y[idx]) {
            if (!Y_is_kept) {
                Y_at_first = Y[idx];
                Y_is_kept = true;
            }
            if (!Y_is_kept_) {
                if (begin + trips * 3 + 2 < tape_words) {
                    tape[(begin + trips * 3 + 2) * tape_count + slot] = __builtin_bit_cast(uint64_t, Y[idx]);
                }
                Y_is_kept_ = true;
            }
            Y[idx] *= X[idx];
        }
        if (begin + trips * 3 + 1 < tape_words) {
            tape[(begin + trips * 3 + 1) * tape_count + slot] = uint64_t(Y_is_kept_);
        }
        trips += 1;
    }
    needed += trips * 3;
    if (needed > tape_words) {
        if (X_is_kept) {
            X[idx] = X_at_first;
        }
        if (Y_is_kept) {
            Y[idx] = Y_at_first;
        }
        atomic_max(&tape_state[0], int(needed < 2147483647 ? needed : 2147483647));
        return;
    }
    // The reverse sweep.
    double Y_old = 0.0;
    for (int64_t trip = trips - 1; trip >= 0; --trip) {
        X[idx] = __builtin_bit_cast(double, tape[(begin + trip * 3) * tape_count + slot]);
        if (tape[(begin + trip * 3 + 1) * tape_count + slot] != 0) {
            Y[idx] = __builtin_bit_cast(double, tape[(begin + trip * 3 + 2) * tape_count + slot]);
        }
        const double X_old = X[idx];
        X[idx] = sin(X[idx]) * 0.9;
        const bool taken = X[idx] < Y[idx];
        if (taken) {
            Y_old = Y[idx];
            Y[idx] *= X[idx];
        }
        if (taken) {
            Y[idx] = Y_old;
            X_bar[idx] += Y[idx] * Y_bar[idx];
            Y_bar[idx] = X[idx] * Y_bar[idx];
        }
        X[idx] = X_old;
        X_bar[idx] = cos(X[idx]) * (0.9 * X_bar[idx]);
    }
    tape_state[thread + 1] = 1;
}

extern "C" void run_settle_vjp(const CpuRange* range, double* X, int /*X_len*/, double* Y, int /*Y_len*/,
                               double* X_bar, int /*X_bar_len*/, double* Y_bar, int /*Y_bar_len*/,
                               uint64_t* tape, int64_t tape_words, int* tape_state, int64_t tape_first,
                               int64_t tape_count)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    settle_vjp(x, X, Y, X_bar, Y_bar, tape, tape_words, tape_state, tape_first, tape_count);
                }
            }
        }
    }
}

static inline void along_vjp(int idx, double* A, int A_cols, int n, double* A_bar, uint64_t* tape,
                             int64_t tape_words, int* tape_state, int64_t tape_first, int64_t tape_count)
{
    const int64_t thread = int64_t(idx);
    const int64_t slot = thread - tape_first;
    if (slot < 0 || slot >= tape_count || tape_state[thread + 1] == 1) return;
    int64_t needed = 0;
    const int64_t begin = needed;
    needed += 0 < n ? n : 0;
    const int64_t begin_ = needed;
    needed += 1 < A_cols ? A_cols - 1 : 0;
    int64_t stores = 0;
    for (int _ = 0; _ < n; ++_) {
        if (begin + int64_t(_) < tape_words - stores * 2) {
            tape[(begin + int64_t(_)) * tape_count + slot] = uint64_t(stores);
        }
        for (int j = 1; j < A_cols; ++j) {
            if ((stores + 1) * 2 > tape_words) {
                while (stores > 0) {
                    stores -= 1;
                    A[int(tape[(tape_words - 1 - stores * 2) * tape_count + slot])] =
                        __builtin_bit_cast(double, tape[(tape_words - 2 - stores * 2) * tape_count + slot]);
                }
                atomic_max(&tape_state[0], int(tape_words * 2 < 2147483647 ? tape_words * 2 : 2147483647));
                return;
            }
            tape[(tape_words - 1 - stores * 2) * tape_count + slot] = uint64_t(idx * A_cols + j);
            tape[(tape_words - 2 - stores * 2) * tape_count + slot] =
                __builtin_bit_cast(uint64_t, A[idx * A_cols + j]);
            stores += 1;
            A[idx * A_cols + j] *= A[idx * A_cols + (j - 1)];
        }
    }
    needed += stores * 2;
    if (needed > tape_words) {
        while (stores > 0) {
            stores -= 1;
            A[int(tape[(tape_words - 1 - stores * 2) * tape_count + slot])] =
                __builtin_bit_cast(double, tape[(tape_words - 2 - stores * 2) * tape_count + slot]);
        }
        atomic_max(&tape_state[0], int(needed < 2147483647 ? needed : 2147483647));
        return;
    }
    // The reverse sweep.
    for (int _ = n - 1; _ >= 0; --_) {
        while (stores > int64_t(tape[(begin + int64_t(_)) * tape_count + slot])) {
            stores -= 1;
            A[int(tape[(tape_words - 1 - stores * 2) * tape_count + slot])] =
                __builtin_bit_cast(double, tape[(tape_words - 2 - stores * 2) * tape_count + slot]);
        }
        for (int j = 1; j < A_cols; ++j) {
            tape[(begin_ + int64_t(j - 1)) * tape_count + slot] =
                __builtin_bit_cast(uint64_t, A[idx * A_cols + j]);
            A[idx * A_cols + j] *= A[idx * A_cols + (j - 1)];
        }
        for (int j = A_cols - 1; j > 0; --j) {
            A[idx * A_cols + j] =
                __builtin_bit_cast(double, tape[(begin_ + int64_t(j - 1)) * tape_count + slot]);
            const double bar = A_bar[idx * A_cols + j];
            A_bar[idx * A_cols + j] = A[idx * A_cols + (j - 1)] * bar;
            A_bar[idx * A_cols + (j - 1)] += A[idx * A_cols + j] * bar;
        }
    }
    tape_state[thread + 1] = 1;
}

extern "C" void run_along_vjp(const CpuRange* range, double* A, int /*A_rows*/, int A_cols, int n,
                              double* A_bar, int /*A_bar_rows*/, int /*A_bar_cols*/, uint64_t* tape,
                              int64_t tape_words, int* tape_state, int64_t tape_first, int64_t tape_count)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    along_vjp(x, A, A_cols, n, A_bar, tape, tape_words, tape_state, tape_first, tape_count);
                }
            }
        }
    }
}

static inline void wander_vjp(int idx, const double* X, int n, double* X_bar)
{
    Philox rng;
    random_state(rng, uint64_t(n), uint64_t(idx));
    int64_t rng_place = 0;
    double x = X[idx];
    const int64_t rng_place_begin = rng_place;
    for (int _ = 0; _ < n; ++_) {
        const double earlier = 0.1 * x;
        const double drawn = normal_double(rng, 0.0, 1.0);
        x += earlier * drawn;
    }
    // The reverse sweep.
    double x_bar = 2.0 * x * X_bar[idx];
    for (int _ = n - 1; _ >= 0; --_) {
        rng_place = rng_place_begin + int64_t(_) * 4;
        random_seek(rng, rng_place);
        const double drawn = normal_double(rng, 0.0, 1.0);
        x_bar += 0.1 * (drawn * x_bar);
    }
    X_bar[idx] = 0.0;
    X_bar[idx] += x_bar;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool wander_vjp_strip(int lanes, int first_idx, const double* X,
                                                                   int n, double* X_bar)
{
    Philox rng[32];
    double x[32];
    double x_bar[32];
    int64_t rng_place = 0;
    const int64_t rng_place_begin = rng_place;
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        random_state(rng[lane], uint64_t(n), uint64_t(idx));
        x[lane] = X[idx];
    }
    for (int _ = 0; _ < n; ++_) {
        for (int lane = 0; lane < lanes; ++lane) {
            const double earlier = 0.1 * x[lane];
            const double drawn = normal_double(rng[lane], 0.0, 1.0);
            x[lane] += earlier * drawn;
        }
    }
    // The reverse sweep.
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        x_bar[lane] = 2.0 * x[lane] * X_bar[idx];
    }
    for (int _ = n - 1; _ >= 0; --_) {
        rng_place = rng_place_begin + int64_t(_) * 4;
        for (int lane = 0; lane < lanes; ++lane) {
            random_seek(rng[lane], rng_place);
            const double drawn = normal_double(rng[lane], 0.0, 1.0);
            x_bar[lane] += 0.1 * (drawn * x_bar[lane]);
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        X_bar[idx] = 0.0;
        X_bar[idx] += x_bar[lane];
    }
    return true;
}

extern "C" void run_wander_vjp(const CpuRange* range, const double* X, int /*X_len*/, int n, double* X_bar,
                               int /*X_bar_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0];) {
                    const int lanes = block.end[0] - x_2 < 32 ? block.end[0] - x_2 : 32;
                    const bool done = lanes == 32
                        ? wander_vjp_strip(32, x_2, X, n, X_bar)
                        : lanes >= 8 && wander_vjp_strip(lanes, x_2, X, n, X_bar);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            wander_vjp(thread_x, X, n, X_bar);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}

static inline void lists_vjp(int idx, const double* R, const int* R_offsets, int /*R_len*/,
                             const double* /*Y*/, double* R_bar, const int* /*R_bar_offsets*/,
                             int /*R_bar_len*/, const double* Y_bar)
{
    const int x_start = R_offsets[idx];
    // The reverse sweep.
    for (int i = R_offsets[idx + 1] - R_offsets[idx] - 1; i >= 0; --i) {
        const double x = R[x_start + i];
        const double x_bar = 2.0 * x * Y_bar[idx];
        atomic_add(&R_bar[x_start + i], x_bar);
    }
}

extern "C" void run_lists_vjp(const CpuRange* range, const double* R, const int* R_offsets, int R_len,
                              const double* Y, int /*Y_len*/, double* R_bar, const int* R_bar_offsets,
                              int R_bar_len, const double* Y_bar, int /*Y_bar_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    lists_vjp(x_2, R, R_offsets, R_len, Y, R_bar, R_bar_offsets, R_bar_len, Y_bar);
                }
            }
        }
    }
}
