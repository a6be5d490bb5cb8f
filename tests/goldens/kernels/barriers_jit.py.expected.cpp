// Translated from barriers_jit.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ helper remainder(int)

static inline __attribute__((always_inline)) void rotate_block(int first_idx, int blockDim_x, int* A,
                                                               int* cache, int cache_len)
{
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        const int t = threadIdx_x;
        cache[t] = A[idx];
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        const int t = threadIdx_x;
        A[idx] = cache[trunc_mod(t + 1, cache_len)];
    }
}

extern "C" void run_rotate(const CpuRange* range, void* const* slots)
{
    int* const A = *static_cast<int* const*>(slots[0]);
    const int cache_len = *static_cast<const int*>(slots[1]);

    int* const cache = static_cast<int*>(__builtin_alloca_with_align(cache_len * sizeof(int), 512));
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            rotate_block(block.first[0], 256, A, cache, cache_len);
        } else {
            rotate_block(block.first[0], int(range->block[0]), A, cache, cache_len);
        }
    }
}

static inline __attribute__((always_inline)) int agree_block(int first_idx, int blockDim_x, int* A)
{
    int yes = 0;
    int no = 0;
#pragma omp simd reduction(+ : yes, no)
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const bool vote = A[idx] > 0;
        yes += vote;
        no += !vote;
    }
    if (yes != 0 && no != 0) return 1;
    if (yes != 0) {
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const int idx = first_idx + lane;
            A[idx] += 1;
        }
    }
    return 0;
}

extern "C" void run_agree(const CpuRange* range, void* const* slots)
{
    int* const A = *static_cast<int* const*>(slots[0]);
    int* const failure = static_cast<int*>(slots[1]);

    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        const int line = usual ? agree_block(block.first[0], 256, A)
            : agree_block(block.first[0], int(range->block[0]), A);
        if (line != 0) __atomic_store_n(failure, line, __ATOMIC_RELAXED);
    }
}
