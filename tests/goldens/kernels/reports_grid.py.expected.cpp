// Translated from reports_grid.py by pycu2cu 0.2.0.

#include <stdint.h>

// What to run: `threads` logical threads on each axis, in `grid` blocks of `block` threads, and of these
// blocks those from `first_block` up to, not including, `end_block`, counted along x first, then y, then
// z.
struct CpuRange {
    int64_t threads[3];
    int64_t block[3];
    int64_t grid[3];
    int64_t first_block;
    int64_t end_block;
    struct CpuGrid* together; // the launcher
};

// One block of a range: where it is in the grid, and its threads, without those outside the range.
struct CpuBlock {
    int index[3];
    int first[3];
    int end[3];
};

static inline CpuBlock block_of(const CpuRange& range, int64_t number)
{
    const int64_t index[3] = {number % range.grid[0], number / range.grid[0] % range.grid[1],
                              number / range.grid[0] / range.grid[1]};
    CpuBlock block;
    for (int axis = 0; axis < 3; ++axis) {
        const int64_t first = index[axis] * range.block[axis];
        const int64_t end = first + range.block[axis];
        block.index[axis] = int(index[axis]);
        block.first[axis] = int(first);
        block.end[axis] = int(end < range.threads[axis] ? end : range.threads[axis]);
    }
    return block;
}

// The launcher, as it runs blocks that wait for each other.
struct CpuGrid {
    int (*run)(CpuGrid*, int64_t first, int64_t end, int (*run_block)(void* data, int64_t number), void* data);
    bool (*wait)(CpuGrid*);

    // Waits for all blocks. It gives false where that is in vain, because some have ended.
    bool sync() { return wait(this); }
};

// Runs each block on a thread of its own. It gives what the first block to fail gave, INT_MIN where the
// system has no thread for each of them, 0 otherwise.
template <typename RunBlock>
static int run_together(CpuGrid& grid, int64_t first_block, int64_t end_block, RunBlock run_block)
{
    const auto run = [](void* data, int64_t number) { return (*static_cast<RunBlock*>(data))(number); };
    return grid.run(&grid, first_block, end_block, run, &run_block);
}

// An assertion that failed, by its number.
struct AssertionFailure {
    int number;
};

// Here no thread can end alone.
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
        if (!grid.sync()) return 10;
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const int idx = first_idx + lane;
            if (!(Y[idx] < 100.0f)) throw AssertionFailure{2};
            X[idx] = Y[idx];
        }
        if (!grid.sync()) return 13;
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
