// Translated from reports_grid.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange with a grid
//+ prelude block_of(int)
//+ prelude CpuGrid
//+ prelude failed_assertion

// Here no thread can end by itself.
static inline __attribute__((always_inline)) int settle_block(int first_idx, int blockDim_x, float* X,
                                                              int X_len, float* Y, int steps, CpuGrid& grid)
{
    for (int lane = 0; lane < blockDim_x; ++lane) {
        if (!(steps > 0)) throw AssertionFailure{1};
    }
    for (int _ = 0; _ < steps; ++_) {
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const int idx = first_idx + lane;
            Y[idx] = X[X_len - 1 - idx] / 2.0f;
        }
        if (!grid.sync()) return 1;
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const int idx = first_idx + lane;
            if (!(Y[idx] < 100.0f)) throw AssertionFailure{2};
            X[idx] = Y[idx];
        }
        if (!grid.sync()) return 2;
    }
    return 0;
}

extern "C" void run_settle(const CpuRange* range, void* const* slots)
{
    float* const X = *static_cast<float* const*>(slots[0]);
    const int X_len = *static_cast<const int*>(slots[1]);
    float* const Y = *static_cast<float* const*>(slots[2]);
    const int steps = *static_cast<const int*>(slots[3]);
    int* const failure = static_cast<int*>(slots[4]);

    const bool usual = range->block[0] == 256;
    CpuGrid& grid = *range->together;
    const auto run_block = [&](int64_t number) {
        try {
            const CpuBlock block = block_of(*range, number);
            return usual ? settle_block(block.first[0], 256, X, X_len, Y, steps, grid)
                : settle_block(block.first[0], int(range->block[0]), X, X_len, Y, steps, grid);
        } catch (const AssertionFailure& failed) {
            return 1073741824 + failed.number;
        }
    };
    const int line = run_together(grid, range->first_block, range->end_block, run_block);
    if (line != 0) __atomic_store_n(failure, line, __ATOMIC_RELAXED);
}
