// Translated from tuple_strips.py by pycu2cu 0.2.0.
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

struct float_float_float
{
    float first;
    float second;
    float third;
};

static inline float_float square(float re, float im)
{
    return {re * re - im * im, 2.0f * re * im};
}

static inline void orbit(int idx, const float* X, const float* Y, int* steps)
{
    float x = 0.0f;
    float y = 0.0f;
    int n = 0;
    while (n < 100 && x * x + y * y < 4.0f) {
        const float_float square_result = square(x, y);
        x = square_result.first;
        y = square_result.second;
        x += X[idx];
        y += Y[idx];
        n += 1;
    }
    steps[idx] = n;
}

extern "C" void run_orbit(const CpuRange* range, const float* X, int /*X_len*/, const float* Y, int /*Y_len*/,
                          int* steps, int /*steps_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y_2 = block.first[1]; y_2 < block.end[1]; ++y_2) {
#pragma omp simd
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    orbit(x_2, X, Y, steps);
                }
            }
        }
    }
}

static inline float_float extent(const float* X, int X_len)
{
    float lo = X[0];
    float hi = lo;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        if (x < lo) {
            lo = x;
        }
        if (x > hi) {
            hi = x;
        }
    }
    return {lo, hi};
}

static inline void normalised(int idx, const float* X, int X_len, float* Y)
{
    const float_float extent_result = extent(X, X_len);
    const float lo = extent_result.first;
    const float hi = extent_result.second;
    Y[idx] = (X[idx] - lo) / (hi - lo);
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool normalised_strip(int lanes, int first_idx, const float* X,
                                                                   int X_len, float* Y)
{
    float_float extent_result;
    float lo_ = X[0];
    float hi_ = lo_;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        if (x < lo_) {
            lo_ = x;
        }
        if (x > hi_) {
            hi_ = x;
        }
    }
    extent_result = {lo_, hi_};
    const float_float extent_result_ = extent_result;
    const float lo = extent_result_.first;
    const float hi = extent_result_.second;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        Y[idx] = (X[idx] - lo) / (hi - lo);
    }
    return true;
}

extern "C" void run_normalised(const CpuRange* range, const float* X, int X_len, float* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? normalised_strip(32, x, X, X_len, Y)
                        : lanes >= 8 && normalised_strip(lanes, x, X, X_len, Y);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            normalised(thread_x, X, X_len, Y);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline void rotated(int idx, float* X)
{
    float_float_float t = {X[idx], 1.0f, 2.0f};
    int n = 0;
    while (t.first < 100.0f && n < 50) {
        t = {t.second + t.third, t.first, t.second};
        n += 1;
    }
    X[idx] = t.first;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool rotated_strip(int lanes, int first_idx, float* X)
{
    float_float_float t[32];
    int n[32];
    int active[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        t[lane] = {X[idx], 1.0f, 2.0f};
        n[lane] = 0;
        active[lane] = 1;
    }
    while (true) {
        int running = 0;
#pragma omp simd reduction(+ : running)
        for (int lane = 0; lane < lanes; ++lane) {
            int active_ = active[lane];
            float_float_float t_ = t[lane];
            int n_ = n[lane];
            const int go = active_ & ((t_.first < 100.0f) & (n_ < 50));
            running += go;
            t_ = go != 0 ? float_float_float{t_.second + t_.third, t_.first, t_.second} : t_;
            n_ = go != 0 ? n_ + 1 : n_;
            active_ = go;
            active[lane] = active_;
            t[lane] = t_;
            n[lane] = n_;
        }
        if (running == 0) break;
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        X[idx] = t[lane].first;
    }
    return true;
}

extern "C" void run_rotated(const CpuRange* range, float* X, int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? rotated_strip(32, x, X)
                        : lanes >= 8 && rotated_strip(lanes, x, X);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            rotated(thread_x, X);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
