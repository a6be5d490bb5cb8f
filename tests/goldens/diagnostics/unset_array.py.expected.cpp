// Translated from unset_array.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ helper wrapped_index(int)
//+ helper shared_add(int)

static inline void local_sums(int idx, float* X, int X_len)
{
    float total[3];
    int counts[2 * 3];
    for (int i = 0; i < X_len; ++i) {
        total[i % 3] += X[i];
        counts[i % 2 * 3 + i % 3] += 1;
    }
    X[idx] = total[0] + counts[5];
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool local_sums_strip(int lanes, int first_idx, float* X,
                                                                   int X_len)
{
    float total[32][3];
    int counts[32][2 * 3];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
    }
    for (int i = 0; i < X_len; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            total[lane][i % 3] += X[i];
            counts[lane][i % 2 * 3 + i % 3] += 1;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        X[idx] = total[lane][0] + counts[lane][5];
    }
    return true;
}

extern "C" void run_local_sums(const CpuRange* range, float* X, int X_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? local_sums_strip(32, x, X, X_len)
                        : lanes >= 8 && local_sums_strip(lanes, x, X, X_len);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            local_sums(thread_x, X, X_len);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline __attribute__((always_inline)) void shared_sums_block(int first_idx, int blockDim_x, int* X)
{
    alignas(64) int cache[64];
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        shared_add(&cache[X[idx] & 63], 1);
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        X[idx] = cache[threadIdx_x];
    }
}

extern "C" void run_shared_sums(const CpuRange* range, int* X, int /*X_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            shared_sums_block(block.first[0], 256, X);
        } else {
            shared_sums_block(block.first[0], int(range->block[0]), X);
        }
    }
}

static inline void written(float* X, int n)
{
    float a[3];
    float b[3] = {0.0f, 0.0f, 0.0f};
    float c[3];
    for (int i = 0; i < 3; ++i) {
        if (i > 0) {
            X[i] = a[wrapped_index(i - 1, 3)];
        }
        a[i] = X[i];
        b[i] += a[i];
    }
    if (n > 3) {
        c[0] = 1.0f;
    }
    X[0] = c[0] + b[1];
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool written_strip(int lanes, float* X, int n)
{
    float a[32][3];
    float b[32][3];
    float c[32][3];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        b[lane][0] = 0.0f;
        b[lane][1] = 0.0f;
        b[lane][2] = 0.0f;
    }
    for (int i = 0; i < 3; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            if (i > 0) {
                X[i] = a[lane][wrapped_index(i - 1, 3)];
            }
            a[lane][i] = X[i];
            b[lane][i] += a[lane][i];
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        if (n > 3) {
            c[lane][0] = 1.0f;
        }
        X[0] = c[lane][0] + b[lane][1];
    }
    return true;
}

extern "C" void run_written(const CpuRange* range, float* X, int /*X_len*/, int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? written_strip(32, X, n)
                        : lanes >= 8 && written_strip(lanes, X, n);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            written(X, n);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline float first_value(float* A)
{
    A[0] = 1.0f;
    return A[0];
}

static inline void given_on(float* X)
{
    float a[3];
    const float first_value_result = first_value(a);
    X[0] = first_value_result + a[0];
}

extern "C" void run_given_on(const CpuRange* range, float* X, int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    given_on(X);
                }
            }
        }
    }
}
