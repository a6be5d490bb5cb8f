// Translated from filled_arrays.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

static inline void filled(int idx, float* X, int X_len, int* N)
{
    float total[3] = {0.0f, 0.0f, 0.0f};
    int counts[2 * 20];
    for (int counts_index = 0; counts_index < 40; ++counts_index) {
        counts[counts_index] = 7;
    }
    float by_value[4];
    const float by_value_value = X[0] + 1.0f;
    for (int by_value_index = 0; by_value_index < 4; ++by_value_index) {
        by_value[by_value_index] = by_value_value;
    }
    const bool flags[2] = {false, false};
    for (int i = 0; i < X_len; ++i) {
        total[i % 3] += X[i];
        counts[i % 2 * 20 + i % 20] += 1;
    }
    X[idx] = total[0] + total[1] * total[2] + by_value[3];
    if (!flags[1]) {
        N[idx] = counts[23];
    }
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool filled_strip(int lanes, int first_idx, float* X, int X_len,
                                                               int* N)
{
    float total[32][3];
    int counts[32][2 * 20];
    float by_value[32][4];
    bool flags[32][2];
    float by_value_value[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        total[lane][0] = 0.0f;
        total[lane][1] = 0.0f;
        total[lane][2] = 0.0f;
    }
    for (int counts_index = 0; counts_index < 40; ++counts_index) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            counts[lane][counts_index] = 7;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        by_value_value[lane] = X[0] + 1.0f;
    }
    for (int by_value_index = 0; by_value_index < 4; ++by_value_index) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            by_value[lane][by_value_index] = by_value_value[lane];
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        flags[lane][0] = false;
        flags[lane][1] = false;
    }
    for (int i = 0; i < X_len; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            total[lane][i % 3] += X[i];
            counts[lane][i % 2 * 20 + i % 20] += 1;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        X[idx] = total[lane][0] + total[lane][1] * total[lane][2] + by_value[lane][3];
        if (!flags[lane][1]) {
            N[idx] = counts[lane][23];
        }
    }
    return true;
}

extern "C" void run_filled(const CpuRange* range, float* X, int X_len, int* N, int /*N_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? filled_strip(32, x, X, X_len, N)
                        : lanes >= 8 && filled_strip(lanes, x, X, X_len, N);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            filled(thread_x, X, X_len, N);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
