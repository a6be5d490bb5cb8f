// Translated from lost_value.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ type float2
//+ helper atomic_add(int)

static inline void count(int idx, float* X, int n)
{
    X[idx] = n;
    n += 1;
}

extern "C" void run_count(const CpuRange* range, float* X, int /*X_len*/, int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    count(x, X, n);
                }
            }
        }
    }
}

static inline void change(int idx, const float* X)
{
    float x = X[idx];
    x = x * 2.0f;
    x += 1.0f;
}

extern "C" void run_change(const CpuRange* range, const float* X, int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    change(x_2, X);
                }
            }
        }
    }
}

static inline void in_loop(int idx, float* X, int n, int m)
{
    while (n > 0) {
        X[idx] += m;
        n -= 1;
        m = m + 1;
    }
    const int last = 3;
    const int _meant = 4;
    for (int i = 0; i < 3; ++i) {
        m = i;
    }
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool in_loop_strip(int lanes, int first_idx, float* X, int n,
                                                                int m)
{
    while (n > 0) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            X[idx] += m;
        }
        n -= 1;
        m = m + 1;
    }
    const int last = 3;
    const int _meant = 4;
    for (int i = 0; i < 3; ++i) {
        m = i;
    }
    return true;
}

extern "C" void run_in_loop(const CpuRange* range, float* X, int /*X_len*/, int n, int m)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? in_loop_strip(32, x, X, n, m)
                        : lanes >= 8 && in_loop_strip(lanes, x, X, n, m);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            in_loop(thread_x, X, n, m);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline int twice(int x, int n)
{
    return x * n;
}

static inline __attribute__((always_inline)) void fine_block(int blockDim_x, int* X, const float2* V, int n)
{
    alignas(64) int tile[4];
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int old = atomic_add(&X[0], 1);
        const int a = X[1];
        const int b = X[2];
        X[3] = a;
    }
    for (int i = 0; i < 3; ++i) {
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            X[4] += 1;
        }
    }
    const int size = 4;
    const int k = 2;
    int place = 5;
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int threadIdx_x = lane;
        tile[threadIdx_x] = size;
        X[k] = 7;
        X[place] = 1;
    }
    place = 6;
    const float v_x = V[0].x;
    const float v_y = V[0].y;
    int counter = 0;
    for (int j = 0; j < 4; ++j) {
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            X[j] = counter;
        }
        counter = j;
    }
    n = n + 1;
    for (int lane = 0; lane < blockDim_x; ++lane) {
        X[8] = twice(3, n);
        int row = 9;
        row = atomic_add(&X[row], 1);
    }
}

extern "C" void run_fine(const CpuRange* range, int* X, int /*X_len*/, const float2* V, int /*V_len*/, int n)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            fine_block(256, X, V, n);
        } else {
            fine_block(int(range->block[0]), X, V, n);
        }
    }
}

static inline int added(int x, int n)
{
    return x + n;
}

static inline void late(float* X, int n)
{
    X[0] = added(1, n);
    n = 5;
    X[1] = added(2, n);
}

extern "C" void run_late(const CpuRange* range, float* X, int /*X_len*/, int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    late(X, n);
                }
            }
        }
    }
}

static inline float with_effect_float_array(int idx, float* X)
{
    X[idx] += 1.0f;
    return X[idx];
}

static inline void added_calls(int idx, float* X, float total)
{
    total += with_effect_float_array(idx, X);
    float count = 0.0f;
    count += with_effect_float_array(idx, X);
    float used = 0.0f;
    used += with_effect_float_array(idx, X);
    X[idx] = used;
    const float ignored = with_effect_float_array(idx, X);
}

extern "C" void run_added_calls(const CpuRange* range, float* X, int /*X_len*/, float total)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    added_calls(x, X, total);
                }
            }
        }
    }
}
