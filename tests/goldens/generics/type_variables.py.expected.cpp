// Translated from type_variables.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

struct int_float
{
    int first;
    float second;
};

struct float_int
{
    float first;
    int second;
};

static inline float clamp_float(float x, float low, float high)
{
    return x < low ? low : x > high ? high : x;
}

static inline int clamp_int(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

static inline float total_float(const float* X, int X_len)
{
    float result = 0.0f;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        result += x;
    }
    return result;
}

static inline int total_int(const int* X, int X_len)
{
    int result = 0;
    for (int i = 0; i < X_len; ++i) {
        const int x = X[i];
        result += x;
    }
    return result;
}

static inline float apply_f(float v)
{
    return v * 2.0f;
}

static inline float apply_float(float x)
{
    return apply_f(x);
}

static inline int fold_f(int n, float x)
{
    return x > 0.0f ? n + 1 : n;
}

static inline int fold_int_float(const float* X, int X_len, int start)
{
    int result = start;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        result = fold_f(result, x);
    }
    return result;
}

static inline double corner_double(const double* M)
{
    return M[0];
}

static inline int_float swap_float_int(float_int pair)
{
    return {pair.second, pair.first};
}

static inline float quoted_float_double(const float* X, float by, const double* V, int n)
{
    return float(X[0] * by + V[0]) + n;
}

static inline void kernel(int idx, float* X, int X_len, int* I, int I_len, double* M)
{
    X[idx] = clamp_float(X[idx], 0.0f, 1.0f) + total_float(X, X_len);
    I[idx] = clamp_int(I[idx], -10, 10) + total_int(I, I_len);
    X[idx] += apply_float(X[idx]) + quoted_float_double(X, 2.0f, M, 1);
    I[idx] += fold_int_float(X, X_len, 0);
    M[idx] = corner_double(M);
    const int_float swap_float_int_result = swap_float_int({X[idx], I[idx]});
    const int n = swap_float_int_result.first;
    const float x = swap_float_int_result.second;
    X[idx] += x * n;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool kernel_strip(int lanes, int first_idx, float* X, int X_len,
                                                               int* I, int I_len, double* M)
{
    float result[32];
    float total_float_result[32];
    int result_[32];
    int total_int_result[32];
    int result_2[32];
    int fold_int_float_result[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        result[lane] = 0.0f;
    }
    for (int i = 0; i < X_len; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const float x_ = X[i];
            result[lane] += x_;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        total_float_result[lane] = result[lane];
        X[idx] = clamp_float(X[idx], 0.0f, 1.0f) + total_float_result[lane];
        result_[lane] = 0;
    }
    for (int i = 0; i < I_len; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int x_ = I[i];
            result_[lane] += x_;
        }
    }
    const int start = 0;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        total_int_result[lane] = result_[lane];
        I[idx] = clamp_int(I[idx], -10, 10) + total_int_result[lane];
        X[idx] += apply_float(X[idx]) + quoted_float_double(X, 2.0f, M, 1);
        result_2[lane] = start;
    }
    for (int i = 0; i < X_len; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const float x_ = X[i];
            result_2[lane] = fold_f(result_2[lane], x_);
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        fold_int_float_result[lane] = result_2[lane];
        I[idx] += fold_int_float_result[lane];
        M[idx] = corner_double(M);
        const int_float swap_float_int_result = swap_float_int({X[idx], I[idx]});
        const int n = swap_float_int_result.first;
        const float x = swap_float_int_result.second;
        X[idx] += x * n;
    }
    return true;
}

extern "C" void run_kernel(const CpuRange* range, float* X, int X_len, int* I, int I_len, double* M,
                           int /*M_rows*/, int /*M_cols*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0];) {
                    const int lanes = block.end[0] - x_2 < 32 ? block.end[0] - x_2 : 32;
                    const bool done = lanes == 32
                        ? kernel_strip(32, x_2, X, X_len, I, I_len, M)
                        : lanes >= 8 && kernel_strip(lanes, x_2, X, X_len, I, I_len, M);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            kernel(thread_x, X, X_len, I, I_len, M);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}
