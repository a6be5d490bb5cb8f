// Translated from launched.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ prelude failed_assertion
//+ prelude failed_check
//+ prelude recorder
//+ helper in_range(int)
//+ helper exact_add(int)
//+ helper exact_sub(int)
//+ helper record_read(int)
//+ helper record_write(int)
//+ helper record_array(int)
//+ helper record_sync(int)

static inline float mean(int idx, int idy, const int* X, int X_len, int i)
{
    if (!(i < 100)) throw AssertionFailure{1};
    return exact_add(X[record_read(in_range(i, X_len, 1, idx, idy), X, 2)],
                     X[record_read(in_range(exact_add(i, 1, 6, idx, idy), X_len, 4, idx, idy), X, 5)], 3, idx,
                     idy) / 2.0f;
}

static inline void smooth(int idx, int idy, const int* X, int X_len, float* Y, int Y_rows, int Y_cols)
{
    const float value = mean(idx, idy, X, X_len, idx);
    Y[record_write(in_range(idx, Y_rows, 7, idx, idy) * Y_cols + in_range(idy, Y_cols, 8, idx, idy), Y, value,
                   9)] = value;
}

extern "C" void run_smooth(const CpuRange* range, void* const* slots)
{
    const int* const X = *static_cast<const int* const*>(slots[0]);
    const int X_len = *static_cast<const int*>(slots[1]);
    float* const Y = *static_cast<float* const*>(slots[2]);
    const int Y_rows = *static_cast<const int*>(slots[3]);
    const int Y_cols = *static_cast<const int*>(slots[4]);
    FailedCheck* const check = static_cast<FailedCheck*>(slots[5]);
    CpuRecorder* const launch_recorder = static_cast<CpuRecorder*>(slots[6]);
    int* const failure = static_cast<int*>(slots[7]);

    try {
        recorder = launch_recorder;
        for (int64_t number = range->first_block; number < range->end_block; ++number) {
            const CpuBlock block = block_of(*range, number);
            for (int z = block.first[2]; z < block.end[2]; ++z) {
                for (int y = block.first[1]; y < block.end[1]; ++y) {
                    for (int x = block.first[0]; x < block.end[0]; ++x) {
                        recorder->thread = (z * range->threads[1] + y) * range->threads[0] + x;
                        smooth(x, y, X, X_len, Y, Y_rows, Y_cols);
                    }
                }
            }
        }
    } catch (const AssertionFailure& failed) {
        __atomic_store_n(failure, 1073741824 + failed.number, __ATOMIC_RELAXED);
    } catch (const FailedCheck& failed) {
        failed.keep_in(check);
    }
}

static inline __attribute__((always_inline)) void reversed_sums_block(int first_idx, int blockDim_x, int* X,
                                                                      int X_len, int* cache, int cache_len)
{
    record_array(cache_len, cache, 10);
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        recorder->thread = lane;
        const int value = X[record_read(in_range(idx, X_len, 13, idx), X, 14)];
        cache[record_write(in_range(threadIdx_x, cache_len, 11, idx), cache, value, 12)] = value;
    }
    record_sync(0, 15);
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        recorder->thread = lane;
        const int index = in_range(idx, X_len, 16, idx);
        const int value = exact_add(X[record_read(index, X, 18)],
                                    cache[record_read(in_range(exact_sub(exact_sub(blockDim_x, threadIdx_x,
                                                      22, idx), 1, 23, idx), cache_len, 20, idx), cache, 21)],
                                    17, idx);
        X[record_write(index, X, value, 19)] = value;
    }
}

extern "C" void run_reversed_sums(const CpuRange* range, void* const* slots)
{
    int* const X = *static_cast<int* const*>(slots[0]);
    const int X_len = *static_cast<const int*>(slots[1]);
    const int cache_len = *static_cast<const int*>(slots[2]);
    FailedCheck* const check = static_cast<FailedCheck*>(slots[3]);
    CpuRecorder* const launch_recorder = static_cast<CpuRecorder*>(slots[4]);

    try {
        int* const cache = static_cast<int*>(__builtin_alloca_with_align(cache_len * sizeof(int), 512));
        const bool usual = range->block[0] == 256;
        for (int64_t number = range->first_block; number < range->end_block; ++number) {
            recorder = launch_recorder->block(launch_recorder, number);
            const CpuBlock block = block_of(*range, number);
            if (usual) {
                reversed_sums_block(block.first[0], 256, X, X_len, cache, cache_len);
            } else {
                reversed_sums_block(block.first[0], int(range->block[0]), X, X_len, cache, cache_len);
            }
        }
    } catch (const FailedCheck& failed) {
        failed.keep_in(check);
    }
}
