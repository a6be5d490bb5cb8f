// Translated from function_parameters.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

struct float_float
{
    float first;
    float second;
};

constexpr float SCALE = 3.0f;
//+ helper minimum(float)
//+ helper maximum(float)

static inline float add(float a, float b)
{
    return a + b;
}

static inline float twice_f(float x)
{
    return x * SCALE;
}

static inline float twice_float(float x)
{
    return twice_f(twice_f(x));
}

static inline double twice_f_(double y)
{
    return y + 1.0;
}

static inline double twice_double(double x)
{
    return twice_f_(twice_f_(x));
}

// From the left, as functools.reduce does.
static inline float fold_add_float(const float* X, int X_len, float start)
{
    float result = start;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        result = add(result, x);
    }
    return result;
}

static inline int fold_f(int n, float x)
{
    return x > 0.0f ? n + 1 : n;
}

// From the left, as functools.reduce does.
static inline int fold_int_float(const float* X, int X_len, int start)
{
    int result = start;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        result = fold_f(result, x);
    }
    return result;
}

static inline float fold_f_(float best, float x)
{
    return x > best ? x : best;
}

// From the left, as functools.reduce does.
static inline float fold_float(const float* X, int X_len, float start)
{
    float result = start;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        result = fold_f_(result, x);
    }
    return result;
}

static inline float_float fold_f_2(float_float t, float x)
{
    return {minimum(t.first, x), maximum(t.second, x)};
}

// From the left, as functools.reduce does.
static inline float_float fold_float_float_float(const float* X, int X_len, float_float start)
{
    float_float result = start;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        result = fold_f_2(result, x);
    }
    return result;
}

static inline double apply_f(int n)
{
    return n / 2.0;
}

static inline double apply_double_int(int x)
{
    return twice_double(apply_f(x));
}

static inline void kernel(int idx, float* X, int X_len, int* A, double* D)
{
    X[idx] = fold_add_float(X, X_len, 0.0f);
    A[idx] = fold_int_float(X, X_len, 0);
    X[idx] += twice_float(X[idx]);
    D[idx] = apply_double_int(A[idx]);
    X[idx] = fold_float(X, X_len, X[0]);
    const float_float fold_float_float_float_result = fold_float_float_float(X, X_len, {X[0], X[0]});
    const float lo = fold_float_float_float_result.first;
    const float hi = fold_float_float_float_result.second;
    X[idx] = hi - lo;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool kernel_strip(int lanes, int first_idx, float* X, int X_len,
                                                               int* A, double* D)
{
    float result[32];
    float fold_add_float_result[32];
    int result_[32];
    int fold_int_float_result[32];
    float result_2[32];
    float fold_float_result[32];
    float_float result_3[32];
    float_float fold_float_float_float_result[32];
    const float start = 0.0f;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        result[lane] = start;
    }
    for (int i = 0; i < X_len; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const float x = X[i];
            result[lane] = add(result[lane], x);
        }
    }
    const int start_ = 0;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        fold_add_float_result[lane] = result[lane];
        X[idx] = fold_add_float_result[lane];
        result_[lane] = start_;
    }
    for (int i = 0; i < X_len; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const float x = X[i];
            result_[lane] = fold_f(result_[lane], x);
        }
    }
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        fold_int_float_result[lane] = result_[lane];
        A[idx] = fold_int_float_result[lane];
        X[idx] += twice_float(X[idx]);
        D[idx] = apply_double_int(A[idx]);
        const float start_2 = X[0];
        result_2[lane] = start_2;
    }
    for (int i = 0; i < X_len; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const float x = X[i];
            result_2[lane] = fold_f_(result_2[lane], x);
        }
    }
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        fold_float_result[lane] = result_2[lane];
        X[idx] = fold_float_result[lane];
        const float_float start_2 = {X[0], X[0]};
        result_3[lane] = start_2;
    }
    for (int i = 0; i < X_len; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const float x = X[i];
            result_3[lane] = fold_f_2(result_3[lane], x);
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        fold_float_float_float_result[lane] = result_3[lane];
        const float_float fold_float_float_float_result_ = fold_float_float_float_result[lane];
        const float lo = fold_float_float_float_result_.first;
        const float hi = fold_float_float_float_result_.second;
        X[idx] = hi - lo;
    }
    return true;
}

extern "C" void run_kernel(const CpuRange* range, float* X, int X_len, int* A, int /*A_len*/, double* D,
                           int /*D_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? kernel_strip(32, x, X, X_len, A, D)
                        : lanes >= 8 && kernel_strip(lanes, x, X, X_len, A, D);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            kernel(thread_x, X, X_len, A, D);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
