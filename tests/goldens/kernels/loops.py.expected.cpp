// Translated from loops.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ helper minimum(int)
//+ helper wrapped_index(int)

static inline void ranges(int n, int step, float* X, int X_len)
{
    for (int i = 0; i < n; ++i) {
        X[i] = i;
    }
    for (int i = 2; i < n; ++i) {
        X[i] += 1.0f;
    }
    for (int i = n; i > 0; --i) {
        X[i] += 2.0f;
    }
    for (int64_t i_counter = 0; i_counter < n; i_counter += 3) {
        int i = i_counter;
        X[i] += 3.0f;
    }
    for (int i = n; i > 0; i -= 2) {
        X[i] += 4.0f;
    }
    for (int64_t i_counter = 0; step > 0 ? i_counter < n : step < 0 && i_counter > n; i_counter += step) {
        int i = i_counter;
        X[i] += 5.0f;
    }
    for (int i = 0; i < X_len; ++i) {
        X[i] += 6.0f;
    }
    for (int i = 0; i < X_len - 1; i += 2) {
        X[i] += 7.0f;
    }
    for (int64_t i_counter = 0; i_counter < (n >> 3) * 8; i_counter += 8) {
        int i = i_counter;
        X[i] += 8.0f;
    }
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool ranges_strip(int lanes, int n, int step, float* X,
                                                               int X_len)
{
    for (int i = 0; i < n; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            X[i] = i;
        }
    }
    for (int i = 2; i < n; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            X[i] += 1.0f;
        }
    }
    for (int i = n; i > 0; --i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            X[i] += 2.0f;
        }
    }
    for (int64_t i_counter = 0; i_counter < n; i_counter += 3) {
        int i = i_counter;
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            X[i] += 3.0f;
        }
    }
    for (int i = n; i > 0; i -= 2) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            X[i] += 4.0f;
        }
    }
    for (int64_t i_counter = 0; step > 0 ? i_counter < n : step < 0 && i_counter > n; i_counter += step) {
        int i = i_counter;
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            X[i] += 5.0f;
        }
    }
    for (int i = 0; i < X_len; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            X[i] += 6.0f;
        }
    }
    for (int i = 0; i < X_len - 1; i += 2) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            X[i] += 7.0f;
        }
    }
    for (int64_t i_counter = 0; i_counter < (n >> 3) * 8; i_counter += 8) {
        int i = i_counter;
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            X[i] += 8.0f;
        }
    }
    return true;
}

extern "C" void run_ranges(const CpuRange* range, int n, int step, float* X, int X_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? ranges_strip(32, n, step, X, X_len)
                        : lanes >= 8 && ranges_strip(lanes, n, step, X, X_len);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            ranges(n, step, X, X_len);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline void edited(int n, int* X)
{
    for (int i_counter = 0; i_counter < n; ++i_counter) {
        int i = i_counter;
        i += 1;
        X[i] = i;
    }
    const int j_end = n;
    for (int j = 0; j < j_end; ++j) {
        n = n - 1;
        X[j] = n;
    }
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool edited_strip(int lanes, int n, int* X)
{
    for (int i_counter = 0; i_counter < n; ++i_counter) {
        int i = i_counter;
        i += 1;
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            X[i] = i;
        }
    }
    const int j_end = n;
    for (int j = 0; j < j_end; ++j) {
        n = n - 1;
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            X[j] = n;
        }
    }
    return true;
}

extern "C" void run_edited(const CpuRange* range, int n, int* X, int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? edited_strip(32, n, X)
                        : lanes >= 8 && edited_strip(lanes, n, X);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            edited(n, X);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline void after(int n, int* X)
{
    int last = 0;
    bool completed = true;
    for (int i = 0; i < n; ++i) {
        if (X[i] > 3) {
            last = i;
            completed = false;
            break;
        }
    }
    if (completed) {
        last = -1;
    }
    X[0] = last;
    int k = 0;
    for (int k_counter = 0; k_counter < 10; ++k_counter) {
        k = k_counter;
        X[k] = k;
    }
    X[1] = k;
}

extern "C" void run_after(const CpuRange* range, int n, int* X, int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    after(n, X);
                }
            }
        }
    }
}

static inline void whiles(int n, int* X, int X_len)
{
    int i = 0;
    while (i < n) {
        i += 1;
        if ((i & 1) != 0) continue;
        X[wrapped_index(i, X_len)] = i;
    }
    X[0] = 1;
    while (true) {
        i -= 1;
        if (i < 0) break;
    }
    bool completed = true;
    while (n != 0) {
        n >>= 1;
        if (n == 5) {
            completed = false;
            break;
        }
    }
    if (completed) {
        X[2] = n;
    }
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool whiles_strip(int lanes, int n, int* X, int X_len)
{
    int i = 0;
    while (i < n) {
        i += 1;
        if ((i & 1) != 0) continue;
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            X[wrapped_index(i, X_len)] = i;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        X[0] = 1;
    }
    while (true) {
        i -= 1;
        if (i < 0) break;
    }
    bool completed = true;
    while (n != 0) {
        n >>= 1;
        if (n == 5) {
            completed = false;
            break;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        if (completed) {
            X[2] = n;
        }
    }
    return true;
}

extern "C" void run_whiles(const CpuRange* range, int n, int* X, int X_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? whiles_strip(32, n, X, X_len)
                        : lanes >= 8 && whiles_strip(lanes, n, X, X_len);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            whiles(n, X, X_len);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline void nested(int n, int* X)
{
    for (int i = 0; i < n; ++i) {
        for (int j = i; j < n; ++j) {
            if (X[i] > X[j]) {
                const int X_next = X[i];
                X[i] = X[j];
                X[j] = X_next;
            } else if (X[i] == X[j]) {
                continue;
            } else {
                break;
            }
        }
    }
}

extern "C" void run_nested(const CpuRange* range, int n, int* X, int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    nested(n, X);
                }
            }
        }
    }
}

static inline void each(const float* X, int X_len, const float* Y, int Y_len, float* R)
{
    float total = 0.0f;
    for (int j = 0; j < X_len; ++j) {
        const float x = X[j];
        total += x;
    }
    const int count = minimum(X_len, Y_len);
    for (int j = 0; j < count; ++j) {
        const float x = X[j];
        const float y = Y[j];
        total += x * y;
    }
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        R[i] = x + i;
    }
    const int count_ = minimum(X_len, Y_len);
    for (int j = 0; j < count_; ++j) {
        int i = j + 1;
        const float x = X[j];
        const float y = Y[j];
        R[i] += x - y;
    }
    R[0] = total;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool each_strip(int lanes, const float* X, int X_len,
                                                             const float* Y, int Y_len, float* R)
{
    float total = 0.0f;
    for (int j = 0; j < X_len; ++j) {
        const float x = X[j];
        total += x;
    }
    const int count = minimum(X_len, Y_len);
    for (int j = 0; j < count; ++j) {
        const float x = X[j];
        const float y = Y[j];
        total += x * y;
    }
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            R[i] = x + i;
        }
    }
    const int count_ = minimum(X_len, Y_len);
    for (int j = 0; j < count_; ++j) {
        int i = j + 1;
        const float x = X[j];
        const float y = Y[j];
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            R[i] += x - y;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        R[0] = total;
    }
    return true;
}

extern "C" void run_each(const CpuRange* range, const float* X, int X_len, const float* Y, int Y_len,
                         float* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y_2 = block.first[1]; y_2 < block.end[1]; ++y_2) {
                for (int x_2 = block.first[0]; x_2 < block.end[0];) {
                    const int lanes = block.end[0] - x_2 < 32 ? block.end[0] - x_2 : 32;
                    const bool done = lanes == 32
                        ? each_strip(32, X, X_len, Y, Y_len, R)
                        : lanes >= 8 && each_strip(lanes, X, X_len, Y, Y_len, R);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            each(X, X_len, Y, Y_len, R);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}
