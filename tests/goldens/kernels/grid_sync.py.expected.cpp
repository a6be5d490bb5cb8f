// Translated from grid_sync.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
#include <atomic>
#include <climits>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ prelude CpuGrid with stubs
//+ helper minimum(int)
//+ helper maximum(int)

// Each step takes what all blocks have done in the one before.
static inline __attribute__((always_inline)) int heat_block(int blockIdx_x, int blockDim_x, int gridDim_x,
                                                            float* now, int now_len, float* later, int steps,
                                                            CpuGrid& grid)
{
    for (int step = 0; step < steps; ++step) {
        for (int64_t first_i = blockIdx_x * blockDim_x; first_i < now_len;
                first_i += gridDim_x * blockDim_x) {
            const int begin = first_i;
            const int left_ = now_len - begin;
            // The elements of one iteration are far from those of the last one, so that the processor does
            // not foresee them.
            for (int lane = 0; lane < blockDim_x; lane += 16) {
                __builtin_prefetch(&now[first_i + 8LL * (gridDim_x * blockDim_x) + lane]);
            }
#pragma omp simd
            for (int lane = 0; lane < (left_ < blockDim_x ? left_ : blockDim_x); ++lane) {
                const int threadIdx_x = lane;
                const int i = begin + threadIdx_x;
                const float left = now[maximum(i - 1, 0)];
                const float right = now[minimum(i + 1, now_len - 1)];
                later[i] = 0.25f * left + 0.5f * now[i] + 0.25f * right;
            }
        }
        if (!grid.sync()) return 10; // all of `later` is there
        for (int64_t first_i = blockIdx_x * blockDim_x; first_i < now_len;
                first_i += gridDim_x * blockDim_x) {
            const int begin = first_i;
            const int left_ = now_len - begin;
            // The elements of one iteration are far from those of the last one, so that the processor does
            // not foresee them.
            for (int lane = 0; lane < blockDim_x; lane += 16) {
                __builtin_prefetch(&later[first_i + 8LL * (gridDim_x * blockDim_x) + lane]);
            }
#pragma omp simd
            for (int lane = 0; lane < (left_ < blockDim_x ? left_ : blockDim_x); ++lane) {
                const int threadIdx_x = lane;
                const int i = begin + threadIdx_x;
                now[i] = later[i];
            }
        }
        if (!grid.sync()) return 13;
    }
    return 0;
}

extern "C" int run_heat(const CpuRange* range, float* now, int now_len, float* later, int /*later_len*/,
                        int steps)
{
    const bool usual = range->block[0] == 256;
    CpuGrid grid(range->end_block - range->first_block);
    const auto run_block = [&](int64_t number) {
        const CpuBlock block = block_of(*range, number);
        return usual ? heat_block(block.index[0], 256, int(range->grid[0]), now, now_len, later, steps, grid)
            : heat_block(block.index[0], int(range->block[0]), int(range->grid[0]), now, now_len, later,
                         steps, grid);
    };
    return run_together(grid, range->first_block, range->end_block, run_block);
}

static inline __attribute__((always_inline)) int totals_block(int first_idx, int blockIdx_x, int blockDim_x,
                                                              int gridDim_x, int* X, int X_len, int* sums,
                                                              int* all, CpuGrid& grid)
{
    alignas(64) int part[256];
    int mine[1024];
    int n[1024];
    int wait_result[1024];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        part[threadIdx_x] = idx < X_len ? X[idx] : 0;
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int threadIdx_x = lane;
        if (threadIdx_x == 0) {
            int sum = 0;
            for (int i = 0; i < blockDim_x; ++i) {
                sum += part[i];
            }
            sums[blockIdx_x] = sum;
        }
        n[lane] = part[threadIdx_x];
    }
    if (!grid.sync()) return 18;
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        wait_result[lane] = n[lane] + blockIdx_x;
        mine[lane] = wait_result[lane];
        if (idx == 0) {
            for (int i = 0; i < gridDim_x; ++i) {
                all[0] += sums[i];
            }
        }
    }
    if (!grid.sync()) return 36;
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        if (idx < X_len) {
            X[idx] = all[0] - mine[lane];
        }
    }
    return 0;
}

extern "C" int run_totals(const CpuRange* range, int* X, int X_len, int* sums, int /*sums_len*/, int* all,
                          int /*all_len*/)
{
    const bool usual = range->block[0] == 256;
    CpuGrid grid(range->end_block - range->first_block);
    const auto run_block = [&](int64_t number) {
        const CpuBlock block = block_of(*range, number);
        return usual
            ? totals_block(block.first[0], block.index[0], 256, int(range->grid[0]), X, X_len, sums, all,
                           grid)
            : totals_block(block.first[0], block.index[0], int(range->block[0]), int(range->grid[0]), X,
                           X_len, sums, all, grid);
    };
    return run_together(grid, range->first_block, range->end_block, run_block);
}
