// Translated from captures.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
float fabsf(float);
double sqrt(double);
float sqrtf(float);
}

struct Line
{
    float slope;
    float start;
};
//+ type float2

struct float_int
{
    float first;
    int second;
};
//+ helper minimum(int)
//+ helper maximum(float)

static inline float apply_f(float v, float alpha, int k)
{
    return alpha * v + k;
}

static inline float apply_float(float x, float alpha, int k)
{
    return apply_f(x, alpha, k);
}

static inline int apply_f_(int n, int k)
{
    return n + k;
}

static inline int apply_int(int x, int k)
{
    return apply_f_(x, k);
}

static inline double apply_f_2(float v, int by, double d)
{
    return v * d * by;
}

static inline double apply_double_float(float x, double d)
{
    return apply_f_2(x, -1, d);
}

static inline float fold_f(float a, float b, float v)
{
    return a + b * v;
}

static inline float fold_float(const float* X, int X_len, float start, float v)
{
    float result = start;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        result = fold_f(result, x, v);
    }
    return result;
}

static inline float apply_f_3(float v, const float* row, int row_len)
{
    return fold_float(row, row_len, v, v);
}

static inline float apply_float_(float x, const float* row, int row_len)
{
    return apply_f_3(x, row, row_len);
}

static inline float apply_f_4(float v, const Line& line, float2 p, float_int pair)
{
    return line.slope * v + line.start + p.x + pair.first * pair.second;
}

static inline float apply_float_2(float x, const Line& line, float2 p, float_int pair)
{
    return apply_f_4(x, line, p, pair);
}

static inline double apply_sqrt(double a)
{
    return sqrt(a);
}

static inline double apply_sqrt_double(double x)
{
    return apply_sqrt(x);
}

static inline float apply_sqrt_(float a)
{
    return sqrtf(a);
}

static inline float apply_sqrt_float(float x)
{
    return apply_sqrt_(x);
}

static inline int apply_int_(float a)
{
    return int(a);
}

static inline int apply_int_int_float(float x)
{
    return apply_int_(x);
}

static inline double apply_float_3(int a)
{
    return double(a);
}

static inline double apply_float_double_int(int x)
{
    return apply_float_3(x);
}

static inline float apply_float32(double a)
{
    return float(a);
}

static inline float apply_float32_float_double(double x)
{
    return apply_float32(x);
}

static inline float twice_f(float v, float scale)
{
    return v * scale;
}

static inline float apply_f_5(float y, float scale)
{
    return twice_f(y, scale);
}

static inline float apply_float_4(float x, float scale)
{
    return apply_f_5(x, scale);
}

static inline float apply_float_5(float x, float scale)
{
    return twice_f(x, scale);
}

static inline double twice_f_(double v, const int* A, const double* D)
{
    return v / A[0] + D[0];
}

static inline double apply_f_6(double y, const int* A, const double* D)
{
    return twice_f_(y, A, D);
}

static inline double apply_double(double x, const int* A, const double* D)
{
    return apply_f_6(x, A, D);
}

static inline double apply_double_(double x, const int* A, const double* D)
{
    return twice_f_(x, A, D);
}

static inline float twice_abs(float a)
{
    return fabsf(a);
}

static inline float apply_f_7(float y)
{
    return twice_abs(y);
}

static inline float apply_float_6(float x)
{
    return apply_f_7(x);
}

static inline float apply_abs_float(float x)
{
    return twice_abs(x);
}

static inline float twice_float(float x, float scale)
{
    return apply_float_5(apply_float_4(x, scale), scale);
}

static inline double twice_double(double x, const int* A, const double* D)
{
    return apply_double_(apply_double(x, A, D), A, D);
}

static inline float twice_abs_float(float x)
{
    return apply_abs_float(apply_float_6(x));
}

static inline double fold_f_(double t, int x)
{
    return t + x * 0.5;
}

static inline double fold_double_int(const int* X, int X_len, double start)
{
    double result = start;
    for (int i = 0; i < X_len; ++i) {
        const int x = X[i];
        result = fold_f_(result, x);
    }
    return result;
}

static inline double fold_f_2(double t, double x)
{
    return t + x;
}

static inline double fold_double(const double* X, int X_len, double start)
{
    double result = start;
    for (int i = 0; i < X_len; ++i) {
        const double x = X[i];
        result = fold_f_2(result, x);
    }
    return result;
}

static inline float fold_max(float a, float b)
{
    return maximum(a, b);
}

static inline float fold_max_float(const float* X, int X_len, float start)
{
    float result = start;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        result = fold_max(result, x);
    }
    return result;
}

static inline bool fold_f_3(bool t, int x)
{
    return t || x > 3;
}

static inline bool fold_bool_int(const int* X, int X_len, bool start)
{
    bool result = start;
    for (int i = 0; i < X_len; ++i) {
        const int x = X[i];
        result = fold_f_3(result, x);
    }
    return result;
}

static inline float fold_f_4(float t, float b, const float* /*X*/, int X_len, const float* M, int M_cols)
{
    return t + X_len + M_cols + M[1] * b;
}

static inline float fold_float_(const float* X, int X_len, float start, const float* X_, int X_len_,
                                const float* M, int M_cols)
{
    float result = start;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        result = fold_f_4(result, x, X_, X_len_, M, M_cols);
    }
    return result;
}

static inline float fold_f_5(float t, float b, float2 p)
{
    return t + b * p.y;
}

static inline float fold_float_strided(const float* X, int X_len, int X_stride, float start, float2 p)
{
    float result = start;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i * X_stride];
        result = fold_f_5(result, x, p);
    }
    return result;
}

static inline float fold_f_6(int threadIdx_x, float t, float x, const float* tile)
{
    return t + x * tile[threadIdx_x];
}

static inline float fold_float_2(int threadIdx_x, const float* X, int X_len, float start, const float* tile)
{
    float result = start;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        result = fold_f_6(threadIdx_x, result, x, tile);
    }
    return result;
}

static inline float fold_max_(float a, float b)
{
    return maximum(a, b);
}

static inline float fold_max_float_(const float* X, int X_len, float start)
{
    float result = start;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        result = fold_max_(result, x);
    }
    return result;
}

static inline int fold_min(int a, int b)
{
    return minimum(a, b);
}

static inline int fold_min_int(const int* X, int X_len, int start)
{
    int result = start;
    for (int i = 0; i < X_len; ++i) {
        const int x = X[i];
        result = fold_min(result, x);
    }
    return result;
}

static inline void numbers(int idx, float* X, int* A, float alpha, double d)
{
    const int k = 2;
    float scale = 0.0f;
    scale += alpha;
    X[idx] = apply_float(X[idx], alpha, k);
    A[idx] = apply_int(A[idx], k);
    X[idx] += twice_float(X[idx], scale);
    X[idx] = float(apply_double_float(X[idx], d));
}

extern "C" void run_numbers(const CpuRange* range, float* X, int /*X_len*/, int* A, int /*A_len*/,
                            float alpha, double d)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    numbers(x, X, A, alpha, d);
                }
            }
        }
    }
}

// A literal takes the type of what a function gives, which it is given in turn.
static inline void literals(int idx, float* X, int X_len, int* A, int A_len, double* D, int D_len)
{
    X[idx] = float(fold_double_int(A, A_len, 0.0));
    D[idx] = fold_double(D, D_len, 0.0) + fold_max_float(X, X_len, 0.0f);
    A[idx] = fold_bool_int(A, A_len, false);
    D[idx] += twice_double(3.0, A, D);
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool literals_strip(int lanes, int first_idx, float* X,
                                                                 int X_len, int* A, int A_len, double* D,
                                                                 int D_len)
{
    double result[32];
    double fold_double_int_result[32];
    double result_[32];
    double fold_double_result[32];
    float result_2[32];
    float fold_max_float_result[32];
    bool result_3[32];
    bool fold_bool_int_result[32];
    const double start = 0.0;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        result[lane] = start;
    }
    for (int i = 0; i < A_len; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int x = A[i];
            result[lane] = fold_f_(result[lane], x);
        }
    }
    const double start_ = 0.0;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        fold_double_int_result[lane] = result[lane];
        X[idx] = float(fold_double_int_result[lane]);
        result_[lane] = start_;
    }
    for (int i = 0; i < D_len; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const double x = D[i];
            result_[lane] = fold_f_2(result_[lane], x);
        }
    }
    const float start_2 = 0.0f;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        fold_double_result[lane] = result_[lane];
        result_2[lane] = start_2;
    }
    for (int i = 0; i < X_len; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const float x = X[i];
            result_2[lane] = fold_max(result_2[lane], x);
        }
    }
    const bool start_3 = false;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        fold_max_float_result[lane] = result_2[lane];
        D[idx] = fold_double_result[lane] + fold_max_float_result[lane];
        result_3[lane] = start_3;
    }
    for (int i = 0; i < A_len; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int x = A[i];
            result_3[lane] = fold_f_3(result_3[lane], x);
        }
    }
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        fold_bool_int_result[lane] = result_3[lane];
        A[idx] = fold_bool_int_result[lane];
        D[idx] += twice_double(3.0, A, D);
    }
    return true;
}

extern "C" void run_literals(const CpuRange* range, float* X, int X_len, int* A, int A_len, double* D,
                             int D_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? literals_strip(32, x, X, X_len, A, A_len, D, D_len)
                        : lanes >= 8 && literals_strip(lanes, x, X, X_len, A, A_len, D, D_len);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            literals(thread_x, X, X_len, A, A_len, D, D_len);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline void arrays(int idx, float* X, int X_len, const float* M, int M_cols)
{
    const int row = idx * M_cols;
    X[idx] = apply_float_(X[idx], M + row, M_cols);
    X[idx] += fold_float_(X, X_len, 0.0f, X, X_len, M, M_cols);
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool arrays_strip(int lanes, int first_idx, float* X, int X_len,
                                                               const float* M, int M_cols)
{
    float result[32];
    float fold_float_result[32];
    const float start = 0.0f;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        const int row = idx * M_cols;
        X[idx] = apply_float_(X[idx], M + row, M_cols);
        result[lane] = start;
    }
    for (int i = 0; i < X_len; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const float x = X[i];
            result[lane] = fold_f_4(result[lane], x, X, X_len, M, M_cols);
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        fold_float_result[lane] = result[lane];
        X[idx] += fold_float_result[lane];
    }
    return true;
}

extern "C" void run_arrays(const CpuRange* range, float* X, int X_len, const float* M, int /*M_rows*/,
                           int M_cols)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? arrays_strip(32, x, X, X_len, M, M_cols)
                        : lanes >= 8 && arrays_strip(lanes, x, X, X_len, M, M_cols);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            arrays(thread_x, X, X_len, M, M_cols);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline void parts(int idx, const Line* lines, const float2* P, float* X, const float* M, int M_rows,
                         int M_cols)
{
    const Line& line = lines[idx];
    const float2 p = P[idx];
    const float_int pair = {X[0], 2};
    X[idx] = apply_float_2(X[idx], line, p, pair);
    X[idx] += fold_float_strided(M + idx, M_rows, M_cols, 0.0f, p);
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool parts_strip(int lanes, int first_idx, const Line* lines,
                                                              const float2* P, float* X, const float* M,
                                                              int M_rows, int M_cols)
{
    float result[32];
    int X_start[32];
    float fold_float_strided_result[32];
    float p_x[32];
    float p_y[32];
    const int X_len_ = M_rows;
    const int X_stride = M_cols;
    const float start = 0.0f;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        const Line& line = lines[idx];
        const float p_x_ = P[idx].x;
        const float p_y_ = P[idx].y;
        const float_int pair = {X[0], 2};
        X[idx] = apply_float_2(X[idx], line, {p_x_, p_y_}, pair);
        X_start[lane] = idx;
        p_x[lane] = p_x_;
        p_y[lane] = p_y_;
        result[lane] = start;
    }
    for (int i = 0; i < X_len_; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const float x = M[X_start[lane] + i * X_stride];
            result[lane] = fold_f_5(result[lane], x, {p_x[lane], p_y[lane]});
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        fold_float_strided_result[lane] = result[lane];
        X[idx] += fold_float_strided_result[lane];
    }
    return true;
}

extern "C" void run_parts(const CpuRange* range, const Line* lines, int /*lines_len*/, const float2* P,
                          int /*P_len*/, float* X, int /*X_len*/, const float* M, int M_rows, int M_cols)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? parts_strip(32, x, lines, P, X, M, M_rows, M_cols)
                        : lanes >= 8 && parts_strip(lanes, x, lines, P, X, M, M_rows, M_cols);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            parts(thread_x, lines, P, X, M, M_rows, M_cols);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline __attribute__((always_inline)) void tile_sum_block(int first_idx, int blockDim_x, float* X,
                                                                 int X_len)
{
    alignas(64) float tile[64];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        tile[threadIdx_x] = X[idx];
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        X[idx] = fold_float_2(threadIdx_x, X, X_len, 0.0f, tile);
    }
}

extern "C" void run_tile_sum(const CpuRange* range, float* X, int X_len)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            tile_sum_block(block.first[0], 256, X, X_len);
        } else {
            tile_sum_block(block.first[0], int(range->block[0]), X, X_len);
        }
    }
}

static inline void built_in(int idx, float* X, int X_len, int* A, int A_len, double* D)
{
    X[idx] = fold_max_float_(X, X_len, 0.0f);
    A[idx] = fold_min_int(A, A_len, A[0]);
    D[idx] = apply_sqrt_double(D[idx]);
    X[idx] += apply_sqrt_float(X[idx]) + twice_abs_float(X[idx]);
    A[idx] += apply_int_int_float(X[idx]);
    X[idx] = apply_float_double_int(A[idx]);
    X[idx] += apply_float32_float_double(D[idx]);
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool built_in_strip(int lanes, int first_idx, float* X,
                                                                 int X_len, int* A, int A_len, double* D)
{
    float result[32];
    float fold_max_float_result[32];
    int result_[32];
    int fold_min_int_result[32];
    const float start = 0.0f;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        result[lane] = start;
    }
    for (int i = 0; i < X_len; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const float x = X[i];
            result[lane] = fold_max_(result[lane], x);
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        fold_max_float_result[lane] = result[lane];
        X[idx] = fold_max_float_result[lane];
        const int start_ = A[0];
        result_[lane] = start_;
    }
    for (int i = 0; i < A_len; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int x = A[i];
            result_[lane] = fold_min(result_[lane], x);
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        fold_min_int_result[lane] = result_[lane];
        A[idx] = fold_min_int_result[lane];
        D[idx] = apply_sqrt_double(D[idx]);
        X[idx] += apply_sqrt_float(X[idx]) + twice_abs_float(X[idx]);
        A[idx] += apply_int_int_float(X[idx]);
        X[idx] = apply_float_double_int(A[idx]);
        X[idx] += apply_float32_float_double(D[idx]);
    }
    return true;
}

extern "C" void run_built_in(const CpuRange* range, float* X, int X_len, int* A, int A_len, double* D,
                             int /*D_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? built_in_strip(32, x, X, X_len, A, A_len, D)
                        : lanes >= 8 && built_in_strip(lanes, x, X, X_len, A, A_len, D);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            built_in(thread_x, X, X_len, A, A_len, D);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
