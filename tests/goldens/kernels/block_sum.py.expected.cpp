// Translated from block_sum.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// Sums of the parts of X, one for each block.
static inline __attribute__((always_inline)) void block_sum_block(int first_idx, int blockIdx_x,
                                                                  int blockDim_x, const float* X, int X_len,
                                                                  float* sums)
{
    alignas(64) float cache[256]; // one for each block
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        const int t = threadIdx_x;
        cache[t] = idx < X_len ? X[idx] : 0.0f;
    }
    // Half as many threads in each step.
    int stride = blockDim_x / 2;
    while (stride > 0) {
#pragma omp simd
        for (int lane = 0; lane < (stride < blockDim_x ? stride : blockDim_x); ++lane) {
            const int threadIdx_x = lane;
            const int t = threadIdx_x;
            cache[t] += cache[t + stride];
        }
        stride /= 2;
    }
    for (int lane = 0; lane < 1; ++lane) {
        sums[blockIdx_x] = cache[0];
    }
}

extern "C" void run_block_sum(const CpuRange* range, const float* X, int X_len, float* sums, int /*sums_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            block_sum_block(block.first[0], block.index[0], 256, X, X_len, sums);
        } else {
            block_sum_block(block.first[0], block.index[0], int(range->block[0]), X, X_len, sums);
        }
    }
}
