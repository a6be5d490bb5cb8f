// Translated from generic_helpers.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

struct float_int
{
    float first;
    int second;
};

struct int_float
{
    int first;
    float second;
};

// Keeps a value between two others.
static inline float clamp_float(float x, float low, float high)
{
    if (x < low) return low;
    return x > high ? high : x;
}

// Keeps a value between two others.
static inline double clamp_double(double x, double low, double high)
{
    if (x < low) return low;
    return x > high ? high : x;
}

// Keeps a value between two others.
static inline int clamp_int(int x, int low, int high)
{
    if (x < low) return low;
    return x > high ? high : x;
}

static inline float total_float(const float* X, int X_len)
{
    // a zero of the type that the elements have
    float result = 0.0f;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        result += x;
    }
    return result;
}

static inline int total_int(const int* X, int X_len)
{
    // a zero of the type that the elements have
    int result = 0;
    for (int i = 0; i < X_len; ++i) {
        const int x = X[i];
        result += x;
    }
    return result;
}

static inline float_int swap_int_float(int_float pair)
{
    return {pair.second, pair.first};
}

static inline int first_int_double_array(int x, const double* /*y*/)
{
    return x;
}

static inline void kernel(int idx, float* X, int X_len, double* D, int* A, int A_len)
{
    X[idx] = clamp_float(X[idx], 0.0f, 1.0f);
    D[idx] = clamp_double(D[idx], 0.5, X[idx]);
    A[idx] = clamp_int(A[idx], -1, 1) + clamp_int(7, A[0], 9);
    const float_int t = swap_int_float({A[idx], X[idx]});
    X[idx] += total_float(X, X_len) + t.first;
    A[idx] += total_int(A, A_len) + first_int_double_array(A[0], D);
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool kernel_strip(int lanes, int first_idx, float* X, int X_len,
                                                               double* D, int* A, int A_len)
{
    float_int t[32];
    float result[32];
    float total_float_result[32];
    int result_[32];
    int total_int_result[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        X[idx] = clamp_float(X[idx], 0.0f, 1.0f);
        D[idx] = clamp_double(D[idx], 0.5, X[idx]);
        A[idx] = clamp_int(A[idx], -1, 1) + clamp_int(7, A[0], 9);
        t[lane] = swap_int_float({A[idx], X[idx]});
        // a zero of the type that the elements have
        result[lane] = 0.0f;
    }
    for (int i = 0; i < X_len; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const float x = X[i];
            result[lane] += x;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        total_float_result[lane] = result[lane];
        X[idx] += total_float_result[lane] + t[lane].first;
        // a zero of the type that the elements have
        result_[lane] = 0;
    }
    for (int i = 0; i < A_len; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int x = A[i];
            result_[lane] += x;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        total_int_result[lane] = result_[lane];
        A[idx] += total_int_result[lane] + first_int_double_array(A[0], D);
    }
    return true;
}

extern "C" void run_kernel(const CpuRange* range, float* X, int X_len, double* D, int /*D_len*/, int* A,
                           int A_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? kernel_strip(32, x, X, X_len, D, A, A_len)
                        : lanes >= 8 && kernel_strip(lanes, x, X, X_len, D, A, A_len);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            kernel(thread_x, X, X_len, D, A, A_len);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
