// Translated from grids.py by pycu2cu 0.2.0.
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
//+ helper wrapped_index(int64)

static inline __attribute__((always_inline)) int waits_block(int first_idx, int blockDim_x, int blockDim_y,
                                                             int blockDim_z, int gridDim_x, int* x_,
                                                             int x_len, double* out, int out_len,
                                                             CpuGrid& grid_2)
{
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int idx = first_idx + x;
                const int64_t i = idx;
                x_[i] = i;
            }
        }
    }
    if (!grid_2.sync()) return 13;
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int idx = first_idx + x;
                const int64_t i = idx;
                out[i] = x_[wrapped_index(int64_t(gridDim_x * blockDim_x) - 1 - i, int64_t(x_len))];
            }
        }
    }
    if (!grid_2.sync()) return 15;
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int idx = first_idx + x;
                const int64_t i = idx;
                x_[i] = int(out[i] + out[out_len - 1]);
            }
        }
    }
    return 0;
}

extern "C" int run_waits(const CpuRange* range, int* x, int x_len, double* out, int out_len)
{
    const bool usual = range->block[0] == 256 && range->block[1] == 1 && range->block[2] == 1;
    CpuGrid grid_2(range->end_block - range->first_block);
    const auto run_block = [&](int64_t number) {
        const CpuBlock block = block_of(*range, number);
        return usual
            ? waits_block(block.first[0], 256, 1, 1, int(range->grid[0]), x, x_len, out, out_len, grid_2)
            : waits_block(block.first[0], int(range->block[0]), int(range->block[1]), int(range->block[2]),
                          int(range->grid[0]), x, x_len, out, out_len, grid_2);
    };
    return run_together(grid_2, range->first_block, range->end_block, run_block);
}
