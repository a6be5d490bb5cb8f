// Translated from reports_launched.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ prelude failed_assertion

// From the C library.
extern "C" {
float powf(float, float);
int printf(const char*, ...);
}

// pycu2cu: --no-stubs
static inline float helper(float x)
{
    if (!(x >= 0.0f)) throw AssertionFailure{1};
    return powf(x, 0.5f);
}

static inline void kernel(int idx, float* X, int X_len, int64_t n, uint8_t b)
{
    if (idx == 0) {
        printf("hello \"world\"\t, %lld, %g, %d, %s, \303\251 %%d!\n", (long long)n, X[idx], b + 1,
               idx < 2 ? "True" : "False");
    }
    if (!(idx < X_len)) throw AssertionFailure{2};
    X[idx] = helper(X[idx]);
}

extern "C" void run_kernel(const CpuRange* range, void* const* slots)
{
    float* const X = *static_cast<float* const*>(slots[0]);
    const int X_len = *static_cast<const int*>(slots[1]);
    const int64_t n = *static_cast<const int64_t*>(slots[2]);
    const uint8_t b = *static_cast<const uint8_t*>(slots[3]);
    int* const failure = static_cast<int*>(slots[4]);

    try {
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
    } catch (const AssertionFailure& failed) {
        __atomic_store_n(failure, 1073741824 + failed.number, __ATOMIC_RELAXED);
    }
}

static inline void loops(int idx, float* X)
{
    float s = 0.0f;
    for (int i = 0; i < idx; ++i) {
        s += X[i];
        if (!(s < 100.0f || i > 3)) throw AssertionFailure{3};
    }
    X[idx] = s;
    printf("\n");
}

extern "C" void run_loops(const CpuRange* range, void* const* slots)
{
    float* const X = *static_cast<float* const*>(slots[0]);
    int* const failure = static_cast<int*>(slots[1]);

    try {
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
    } catch (const AssertionFailure& failed) {
        __atomic_store_n(failure, 1073741824 + failed.number, __ATOMIC_RELAXED);
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
        if (!(s[255 - threadIdx_x] >= 0.0f)) throw AssertionFailure{4};
        printf("done\n");
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        X[idx] = s[255 - threadIdx_x];
    }
}

extern "C" void run_block(const CpuRange* range, void* const* slots)
{
    float* const X = *static_cast<float* const*>(slots[0]);
    int* const failure = static_cast<int*>(slots[1]);

    try {
        const bool usual = range->block[0] == 256;
        for (int64_t number = range->first_block; number < range->end_block; ++number) {
            const CpuBlock block_2 = block_of(*range, number);
            if (usual) {
                block_block(block_2.first[0], 256, X);
            } else {
                block_block(block_2.first[0], int(range->block[0]), X);
            }
        }
    } catch (const AssertionFailure& failed) {
        __atomic_store_n(failure, 1073741824 + failed.number, __ATOMIC_RELAXED);
    }
}
