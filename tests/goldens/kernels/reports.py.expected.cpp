// Translated from reports.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <assert.h>
#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
float powf(float, float);
int printf(const char*, ...);
}

static inline float helper(float x)
{
    assert(x >= 0.0f && "negative: 100% sure?");
    return powf(x, 0.5f);
}

static inline void kernel(int idx, float* X, int X_len, int64_t n, uint8_t b)
{
    if (idx == 0) {
        printf("hello \"world\"\t, %lld, %g, %d, %s, \303\251 %%d!\n", (long long)n, X[idx], b + 1,
               idx < 2 ? "True" : "False");
    }
    assert(idx < X_len);
    X[idx] = helper(X[idx]);
}

extern "C" void run_kernel(const CpuRange* range, float* X, int X_len, int64_t n, uint8_t b)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block_2 = block_of(*range, number);
        for (int z = block_2.first[2]; z < block_2.end[2]; ++z) {
            for (int y = block_2.first[1]; y < block_2.end[1]; ++y) {
                for (int x = block_2.first[0]; x < block_2.end[0]; ++x) {
                    kernel(x, X, X_len, n, b);
                }
            }
        }
    }
}

static inline void loops(int idx, float* X)
{
    float s = 0.0f;
    for (int i = 0; i < idx; ++i) {
        s += X[i];
        assert((s < 100.0f || i > 3) && "large");
    }
    X[idx] = s;
    printf("\n");
}

extern "C" void run_loops(const CpuRange* range, float* X, int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block_2 = block_of(*range, number);
        for (int z = block_2.first[2]; z < block_2.end[2]; ++z) {
            for (int y = block_2.first[1]; y < block_2.end[1]; ++y) {
                for (int x = block_2.first[0]; x < block_2.end[0]; ++x) {
                    loops(x, X);
                }
            }
        }
    }
}

static inline __attribute__((always_inline)) void block_block(int first_idx, int blockDim_x, float* X)
{
    alignas(64) float s[256];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        s[threadIdx_x] = X[idx];
    }
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int threadIdx_x = lane;
        assert(s[255 - threadIdx_x] >= 0.0f);
        printf("done\n");
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        X[idx] = s[255 - threadIdx_x];
    }
}

extern "C" void run_block(const CpuRange* range, float* X, int /*X_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block_2 = block_of(*range, number);
        if (usual) {
            block_block(block_2.first[0], 256, X);
        } else {
            block_block(block_2.first[0], int(range->block[0]), X);
        }
    }
}
