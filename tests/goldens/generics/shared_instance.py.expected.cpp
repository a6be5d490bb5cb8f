// Translated from shared_instance.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ helper minimum(int)
//+ helper remainder(int)

// pycu2cu: --instance block_reduce<f=add,int64>
static inline int64_t add_int64(int64_t a, int64_t b)
{
    return a + b;
}

static inline __attribute__((always_inline)) void block_reduce_add_int64_block(int first_idx, int blockIdx_x,
                                                                               int blockDim_x,
                                                                               const int64_t* X, int X_len,
                                                                               int64_t* results)
{
    alignas(64) int64_t cache[256];
    const int count = minimum(256, X_len - blockIdx_x * 256);
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        const int t = threadIdx_x;
        if (idx < X_len) {
            cache[t] = X[idx];
        }
    }
    int stride = 1;
    while (stride < count) {
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const int threadIdx_x = lane;
            const int t = threadIdx_x;
            if (trunc_mod(t, 2 * stride) == 0 && t + stride < count) {
                cache[t] = add_int64(cache[t], cache[t + stride]);
            }
        }
        stride *= 2;
    }
    for (int lane = 0; lane < 1; ++lane) {
        results[blockIdx_x] = cache[0];
    }
}

extern "C" void run_block_reduce_add_int64(const CpuRange* range, const int64_t* X, int X_len,
                                           int64_t* results, int /*results_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            block_reduce_add_int64_block(block.first[0], block.index[0], 256, X, X_len, results);
        } else {
            block_reduce_add_int64_block(block.first[0], block.index[0], int(range->block[0]), X, X_len,
                                         results);
        }
    }
}
