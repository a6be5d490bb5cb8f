// Translated from loops_filled_at_once.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

static inline void steps(int idx, float* X, int* I, int a, int b, float x)
{
    const int d_values[3] = {a, b, a + b};
    for (int i = 0; i < 3; ++i) {
        const int d = d_values[i];
        I[idx] += d;
    }
    const int d_values_[3] = {-1, 0, 1};
    const float weight_values[3] = {0.25f, x, X[idx]};
    for (int i = 0; i < 3; ++i) {
        const int d = d_values_[i];
        const float weight = weight_values[i];
        X[idx + d] = weight;
    }
    const float value_values[2] = {X[0], X[1] * 2.0f};
    for (int i = 0; i < 2; ++i) {
        const float value = value_values[i];
        X[2] = value;
    }
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool steps_strip(int lanes, int first_idx, float* X, int* I,
                                                              int a, int b, float x)
{
    int d_values[32][3];
    int d_values_[32][3];
    float weight_values[32][3];
    float value_values[32][2];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        d_values[lane][0] = a;
        d_values[lane][1] = b;
        d_values[lane][2] = a + b;
    }
    for (int i = 0; i < 3; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            const int d = d_values[lane][i];
            I[idx] += d;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        d_values_[lane][0] = -1;
        weight_values[lane][0] = 0.25f;
        d_values_[lane][1] = 0;
        weight_values[lane][1] = x;
        d_values_[lane][2] = 1;
        weight_values[lane][2] = X[idx];
    }
    for (int i = 0; i < 3; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            const int d = d_values_[lane][i];
            const float weight = weight_values[lane][i];
            X[idx + d] = weight;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        value_values[lane][0] = X[0];
        value_values[lane][1] = X[1] * 2.0f;
    }
    for (int i = 0; i < 2; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const float value = value_values[lane][i];
            X[2] = value;
        }
    }
    return true;
}

extern "C" void run_steps(const CpuRange* range, float* X, int /*X_len*/, int* I, int /*I_len*/, int a, int b,
                          float x)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0];) {
                    const int lanes = block.end[0] - x_2 < 32 ? block.end[0] - x_2 : 32;
                    const bool done = lanes == 32
                        ? steps_strip(32, x_2, X, I, a, b, x)
                        : lanes >= 8 && steps_strip(lanes, x_2, X, I, a, b, x);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            steps(thread_x, X, I, a, b, x);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}

// Each value is there before the next one is made.
static inline int counted(int* I, int n)
{
    I[0] += 1;
    return I[0] * n;
}

static inline void calls(int* I, int n)
{
    int value_values[2];
    value_values[0] = counted(I, n);
    value_values[1] = n + 1;
    const int other_values[2] = {n, counted(I, 2)};
    for (int i = 0; i < 2; ++i) {
        const int value = value_values[i];
        const int other = other_values[i];
        I[1] += value * other;
    }
    const int value_values_[2] = {n, counted(I, n)};
    for (int i = 0; i < 2; ++i) {
        const int value = value_values_[i];
        I[2] += value;
    }
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool calls_strip(int lanes, int* I, int n)
{
    int value_values[32][2];
    int other_values[32][2];
    int value_values_[32][2];
    for (int lane = 0; lane < lanes; ++lane) {
        value_values[lane][0] = counted(I, n);
        other_values[lane][0] = n;
        value_values[lane][1] = n + 1;
        other_values[lane][1] = counted(I, 2);
    }
    for (int i = 0; i < 2; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int value = value_values[lane][i];
            const int other = other_values[lane][i];
            I[1] += value * other;
        }
    }
    for (int lane = 0; lane < lanes; ++lane) {
        value_values_[lane][0] = n;
        value_values_[lane][1] = counted(I, n);
    }
    for (int i = 0; i < 2; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int value = value_values_[lane][i];
            I[2] += value;
        }
    }
    return true;
}

extern "C" void run_calls(const CpuRange* range, int* I, int /*I_len*/, int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? calls_strip(32, I, n)
                        : lanes >= 8 && calls_strip(lanes, I, n);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            calls(I, n);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
