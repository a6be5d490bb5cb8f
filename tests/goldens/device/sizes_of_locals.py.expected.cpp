// Translated from sizes_of_locals.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

struct int_int
{
    int first;
    int second;
};

static inline __attribute__((always_inline)) void sums_block(int first_idx, int blockDim_x, float* A)
{
    alignas(64) float cache[256];
    alignas(64) float parts[2 * 8];
    alignas(64) float tile[4 * 8];
    const int BLOCK = 256;
    const int HALF = BLOCK / 2;
    const int WARPS = BLOCK / 32;
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        int own[2 * 2];
        cache[threadIdx_x] = A[idx];
        tile[threadIdx_x / 8 % 4 * 8 + threadIdx_x % 8] = BLOCK;
        own[3] = 2;
        parts[threadIdx_x / 32] = own[3];
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        A[idx] = cache[BLOCK - 1 - threadIdx_x] + parts[0] + tile[0];
    }
}

extern "C" void run_sums(const CpuRange* range, float* A, int /*A_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            sums_block(block.first[0], 256, A);
        } else {
            sums_block(block.first[0], int(range->block[0]), A);
        }
    }
}
