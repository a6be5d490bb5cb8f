// Translated from tuple_blocks.py by pycu2cu 0.2.0.
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

struct float_int
{
    float first;
    int second;
};

static inline __attribute__((always_inline)) void centred_block(int first_idx, int blockDim_x, float* X,
                                                                int X_len)
{
    alignas(64) float cache[256];
    float_int own[1024];
    float_float totals_result[1024];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        const int t = threadIdx_x;
        cache[t] = idx < X_len ? X[idx] : 0.0f;
        own[lane] = {cache[t], t};
    }
    int stride = 128;
    while (stride > 0) {
#pragma omp simd
        for (int lane = 0; lane < (stride < blockDim_x ? stride : blockDim_x); ++lane) {
            const int threadIdx_x = lane;
            const int t = threadIdx_x;
            const int t_ = t;
            cache[t_] += cache[t_ + stride];
        }
        stride /= 2;
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        totals_result[lane] = {cache[0], cache[0] / 256.0f};
        const float_float totals_result_ = totals_result[lane];
        const float total = totals_result_.first;
        const float mean = totals_result_.second;
        if (idx < X_len) {
            X[idx] = own[lane].first - mean + own[lane].second * total;
        }
    }
}

extern "C" void run_centred(const CpuRange* range, float* X, int X_len)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            centred_block(block.first[0], 256, X, X_len);
        } else {
            centred_block(block.first[0], int(range->block[0]), X, X_len);
        }
    }
}
