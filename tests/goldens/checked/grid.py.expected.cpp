// Translated from grid.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange with a grid
//+ prelude block_of(int)
//+ prelude CpuGrid
//+ prelude failed_check
//+ prelude recorder
//+ helper in_range(int)
//+ helper exact_add(int)
//+ helper exact_sub(int)
//+ helper record_read(int)
//+ helper record_write(int)
//+ helper record_sync(int)

static inline __attribute__((always_inline)) int relaxed_block(int first_idx, int blockDim_x, float* X,
                                                               int X_len, float* Y, int Y_len, int steps,
                                                               CpuGrid& grid)
{
    for (int _ = 0; _ < steps; ++_) {
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const int idx = first_idx + lane;
            recorder->thread = lane;
            const float value = (X[record_read(in_range(exact_sub(idx, 1, 5, idx), X_len, 3, idx), X, 4)]
                                 + X[record_read(in_range(exact_add(idx, 1, 8, idx), X_len, 6, idx), X, 7)])
                / 2.0f;
            Y[record_write(in_range(idx, Y_len, 1, idx), Y, value, 2)] = value;
        }
        if (!grid.sync()) return 1;
        record_sync(1, 9);
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const int idx = first_idx + lane;
            recorder->thread = lane;
            const float value = Y[record_read(in_range(idx, Y_len, 12, idx), Y, 13)];
            X[record_write(in_range(idx, X_len, 10, idx), X, value, 11)] = value;
        }
        if (!grid.sync()) return 2;
        record_sync(1, 14);
    }
    return 0;
}

extern "C" void run_relaxed(const CpuRange* range, void* const* slots)
{
    float* const X = *static_cast<float* const*>(slots[0]);
    const int X_len = *static_cast<const int*>(slots[1]);
    float* const Y = *static_cast<float* const*>(slots[2]);
    const int Y_len = *static_cast<const int*>(slots[3]);
    const int steps = *static_cast<const int*>(slots[4]);
    FailedCheck* const check = static_cast<FailedCheck*>(slots[5]);
    CpuRecorder* const launch_recorder = static_cast<CpuRecorder*>(slots[6]);
    int* const failure = static_cast<int*>(slots[7]);

    const bool usual = range->block[0] == 256;
    CpuGrid& grid = *range->together;
    const auto run_block = [&](int64_t number) {
        try {
            recorder = launch_recorder->block(launch_recorder, number);
            const CpuBlock block = block_of(*range, number);
            return usual ? relaxed_block(block.first[0], 256, X, X_len, Y, Y_len, steps, grid)
                : relaxed_block(block.first[0], int(range->block[0]), X, X_len, Y, Y_len, steps, grid);
        } catch (const FailedCheck& failed) {
            failed.keep_in(check);
            return 1073741824;
        }
    };
    const int line = run_together(grid, range->first_block, range->end_block, run_block);
    if (line != 0) __atomic_store_n(failure, line, __ATOMIC_RELAXED);
}
