// Translated from struct_blocks.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

struct Pair
{
    int low;
    int64_t high;
};

static inline __attribute__((always_inline)) void sizes_block(int first_idx, int blockDim_x, const Pair* A,
                                                              Pair* B, float* more, int /*more_len*/,
                                                              Pair* last, int /*last_len*/)
{
    alignas(64) Pair cache[64];
    Pair own[1024][2];
    int sum_low[1024];
    int64_t sum_high[1024];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        const int t = threadIdx_x;
        const int p = idx;
        sum_low[lane] = A[p].low;
        sum_high[lane] = 0;
        cache[t] = A[p];
        own[lane][0] = {sum_low[lane], sum_high[lane]};
        more[t] = A[p].low + more[0];
        last[0] = A[p];
    }
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int threadIdx_x = lane;
        const int t = threadIdx_x;
        const int mine = t;
        cache[mine].low += 1;
        sum_high[lane] += cache[63 - t].low;
    }
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        const int t = threadIdx_x;
        const int p = idx;
        const int mine = t;
        B[idx] = {sum_low[lane], sum_high[lane]};
        B[idx].low = cache[mine].low + own[lane][0].low + A[p].low;
    }
}

extern "C" void run_sizes(const CpuRange* range, const Pair* A, int /*A_len*/, Pair* B, int /*B_len*/,
                          int more_len, int last_len)
{
    float* const more = static_cast<float*>(__builtin_alloca_with_align(more_len * sizeof(float), 512));
    Pair* const last = static_cast<Pair*>(__builtin_alloca_with_align(last_len * sizeof(Pair), 512));
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            sizes_block(block.first[0], 256, A, B, more, more_len, last, last_len);
        } else {
            sizes_block(block.first[0], int(range->block[0]), A, B, more, more_len, last, last_len);
        }
    }
}
