// Translated from traced.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ prelude failed_check
//+ prelude recorder
//+ helper in_range(int)
//+ helper exact_add(int)
//+ helper exact_sub(int)
//+ helper record_read(int)
//+ helper record_write(int)
//+ helper record_array(int)
//+ helper record_sync(int)
//+ helper record_branch(bool)
//+ helper record_step(int)
//+ helper record_call_site(int)
//+ helper record_call(int)

static inline int up(int idx, const int* X, int X_len, int i, int called_at)
{
    record_call(called_at, 1);
    if (X[record_read(in_range(i, X_len, 2, idx), X, 3)] > 3) {
        record_step(4, 4);
        const int result = X[record_read(in_range(i, X_len, 5, idx), X, 6)];
        record_step(7, 1);
        return result;
    } else {
        record_step(5, 4);
    }
    record_step(7, 1);
    return 0;
}

static inline void ways(int idx, int* X, int X_len, int n)
{
    record_step(0, 7);
    bool completed = true;
    for (int i = 0; i < n; ++i) {
        record_step(1, 7);
        if (i == idx) {
            record_step(4, 8);
            completed = false;
            break;
        } else {
            record_step(5, 8);
        }
        const int index = in_range(idx, X_len, 9, idx);
        const int old = X[record_read(index, X, 11)];
        const int value = exact_add(old,
                                    record_branch(i % 2 != 0, 14)
                                    ? up(idx, X, X_len, i, record_call_site(0, 13)) : 1, 10, idx);
        X[record_write(index, X, value, 12)] = value;
    }
    if (completed) {
        record_step(2, 7);
        X[record_write(in_range(idx, X_len, 15, idx), X, 0, 16)] = 0;
    }
    record_step(3, 7);
    record_step(0, 19);
    while (X[record_read(in_range(idx, X_len, 17, idx), X, 18)] > 9) {
        record_step(1, 19);
        const int index = in_range(idx, X_len, 20, idx);
        const int value = exact_sub(X[record_read(index, X, 22)], 1, 21, idx);
        X[record_write(index, X, value, 23)] = value;
    }
    record_step(2, 19);
    record_step(3, 19);
    record_step(0, 25);
    for (int j = 0; j < X_len; ++j) {
        const int x = X[record_read(j, X, 24)];
        record_step(1, 25);
    }
    record_step(2, 25);
    record_step(3, 25);
}

extern "C" void run_ways(const CpuRange* range, void* const* slots)
{
    int* const X = *static_cast<int* const*>(slots[0]);
    const int X_len = *static_cast<const int*>(slots[1]);
    const int n = *static_cast<const int*>(slots[2]);
    FailedCheck* const check = static_cast<FailedCheck*>(slots[3]);
    CpuRecorder* const launch_recorder = static_cast<CpuRecorder*>(slots[4]);

    try {
        for (int64_t number = range->first_block; number < range->end_block; ++number) {
            const CpuBlock block = block_of(*range, number);
            recorder = launch_recorder->block(launch_recorder, number);
            for (int z = block.first[2]; z < block.end[2]; ++z) {
                for (int y = block.first[1]; y < block.end[1]; ++y) {
                    for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                        recorder->thread = ((z - block.first[2]) * range->block[1] + y - block.first[1])
                            * range->block[0] + x_2 - block.first[0];
                        ways(x_2, X, X_len, n);
                    }
                }
            }
        }
    } catch (const FailedCheck& failed) {
        failed.keep_in(check);
    }
}

static inline __attribute__((always_inline)) void meets_block(int first_idx, int blockDim_x, int* X,
                                                              int X_len, int n)
{
    alignas(64) int part[64];
    record_array(64, part, 26);
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        recorder->thread = lane;
        const int value = X[record_read(in_range(idx, X_len, 29, idx), X, 30)];
        part[record_write(in_range(threadIdx_x, 64, 27, idx), part, value, 28)] = value;
        record_step(0, 31);
    }
    for (int k = 0; k < n; ++k) {
        for (int lane = 0; lane < blockDim_x; ++lane) {
            recorder->thread = lane;
            record_step(1, 31);
            record_step(8, 33);
        }
        record_sync(0, 32);
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const int idx = first_idx + lane;
            const int threadIdx_x = lane;
            recorder->thread = lane;
            const int index = in_range(threadIdx_x, 64, 34, idx);
            const int old = part[record_read(index, part, 36)];
            const int value = exact_add(old, up(idx, X, X_len, k, record_call_site(0, 38)), 35, idx);
            part[record_write(index, part, value, 37)] = value;
        }
    }
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        recorder->thread = lane;
        record_step(2, 31);
        record_step(3, 31);
        const int value = part[record_read(0, part, 41)];
        X[record_write(in_range(idx, X_len, 39, idx), X, value, 40)] = value;
    }
}

extern "C" void run_meets(const CpuRange* range, void* const* slots)
{
    int* const X = *static_cast<int* const*>(slots[0]);
    const int X_len = *static_cast<const int*>(slots[1]);
    const int n = *static_cast<const int*>(slots[2]);
    FailedCheck* const check = static_cast<FailedCheck*>(slots[3]);
    CpuRecorder* const launch_recorder = static_cast<CpuRecorder*>(slots[4]);

    try {
        const bool usual = range->block[0] == 256;
        for (int64_t number = range->first_block; number < range->end_block; ++number) {
            recorder = launch_recorder->block(launch_recorder, number);
            const CpuBlock block = block_of(*range, number);
            if (usual) {
                meets_block(block.first[0], 256, X, X_len, n);
            } else {
                meets_block(block.first[0], int(range->block[0]), X, X_len, n);
            }
        }
    } catch (const FailedCheck& failed) {
        failed.keep_in(check);
    }
}
