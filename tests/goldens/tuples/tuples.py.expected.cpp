// Translated from tuples.py by pycu2cu 0.2.0.
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

struct int_bool
{
    int first;
    bool second;
};

struct int_tuple2_int_bool
{
    int first;
    int_bool second;
};

struct int_int
{
    int first;
    int second;
};
//+ helper floor_div(int)
//+ helper floor_mod(int)

// The smaller and the larger one.
static inline float_float minmax(float a, float b)
{
    if (a < b) return {a, b};
    return {b, a};
}

static inline void spread(int idx, const float* X, const float* Y, float* R)
{
    const float_float minmax_result = minmax(X[idx], Y[idx]);
    const float lo = minmax_result.first;
    const float hi = minmax_result.second;
    R[idx] = hi - lo;
}

extern "C" void run_spread(const CpuRange* range, const float* X, int /*X_len*/, const float* Y,
                           int /*Y_len*/, float* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    spread(x, X, Y, R);
                }
            }
        }
    }
}

static inline void largest(int idx, const float* X, const float* Y, float* R)
{
    R[idx] = minmax(X[idx], Y[idx]).second;
}

extern "C" void run_largest(const CpuRange* range, const float* X, int /*X_len*/, const float* Y,
                            int /*Y_len*/, float* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    largest(x, X, Y, R);
                }
            }
        }
    }
}

static inline void ordered(int idx, float* X, float* Y)
{
    const float_float minmax_result = minmax(X[idx], Y[idx]); // into elements
    X[idx] = minmax_result.first;
    Y[idx] = minmax_result.second;
}

extern "C" void run_ordered(const CpuRange* range, float* X, int /*X_len*/, float* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    ordered(x, X, Y);
                }
            }
        }
    }
}

static inline void kept(int idx, const float* X, const float* Y, float* R)
{
    float_float pair = minmax(X[idx], Y[idx]);
    pair = {pair.second, 0.0f};
    R[idx] = pair.first - pair.second + 2.0f;
}

extern "C" void run_kept(const CpuRange* range, const float* X, int /*X_len*/, const float* Y, int /*Y_len*/,
                         float* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    kept(x, X, Y, R);
                }
            }
        }
    }
}

static inline int_tuple2_int_bool divide(int a, int b)
{
    return {floor_div(a, b), {floor_mod(a, b), floor_mod(a, b) == 0}};
}

static inline void taken_apart(int idx, const int* A, int* B)
{
    // nested, and a part that stays a tuple
    const int_tuple2_int_bool divide_result = divide(A[idx], 7);
    const int quotient = divide_result.first;
    const int remainder = divide_result.second.first;
    const bool exact = divide_result.second.second;
    const int_tuple2_int_bool divide_result_ = divide(quotient, 3);
    const int again = divide_result_.first;
    const int_bool rest = divide_result_.second;
    const int a = rest.first;
    const bool b = rest.second;
    const int c = again;
    if (exact && b) {
        B[idx] = remainder + a;
    } else {
        B[idx] = c;
    }
}

extern "C" void run_taken_apart(const CpuRange* range, const int* A, int /*A_len*/, int* B, int /*B_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    taken_apart(x, A, B);
                }
            }
        }
    }
}

static inline float_float swap(float_float pair)
{
    return {pair.second, pair.first};
}

static inline void chosen(int idx, float* X, float* Y)
{
    float_float t = X[idx] > 0.0f ? float_float{X[idx], 1.0f} : float_float{0.0f, Y[idx]};
    for (int i = 0; i < 3; ++i) {
        t = swap(t);
        if (t.first > 10.0f) {
            t = {0.0f, t.second};
        }
    }
    const float_float s = t;
    const float_float r = t;
    X[idx] = swap(s).first;
    Y[idx] = r.second;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool chosen_strip(int lanes, int first_idx, float* X, float* Y)
{
    float_float t[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        t[lane] = X[idx] > 0.0f ? float_float{X[idx], 1.0f} : float_float{0.0f, Y[idx]};
    }
    for (int i = 0; i < 3; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            t[lane] = swap(t[lane]);
            if (t[lane].first > 10.0f) {
                t[lane] = {0.0f, t[lane].second};
            }
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        const float_float s = t[lane];
        const float_float r = t[lane];
        X[idx] = swap(s).first;
        Y[idx] = r.second;
    }
    return true;
}

extern "C" void run_chosen(const CpuRange* range, float* X, int /*X_len*/, float* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? chosen_strip(32, x, X, Y)
                        : lanes >= 8 && chosen_strip(lanes, x, X, Y);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            chosen(thread_x, X, Y);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

// Recursive, with a factor along.
static inline int_int gcd(int a, int b)
{
    if (b == 0) return {a, 0};
    const int_int gcd_result = gcd(b, floor_mod(a, b));
    const int g = gcd_result.first;
    const int n = gcd_result.second;
    return {g, n + 1};
}

static inline void steps(int idx, int* A, int* B)
{
    const int_int gcd_result = gcd(A[idx], B[idx]);
    A[idx] = gcd_result.first;
    B[idx] = gcd_result.second;
}

extern "C" void run_steps(const CpuRange* range, int* A, int /*A_len*/, int* B, int /*B_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    steps(x, A, B);
                }
            }
        }
    }
}
