// Translated from grid.py by pycu2cu 0.2.0.

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

// A check that failed, by its number, with what it has found and its thread.
struct FailedCheck {
    long long number, value, bound, x, y, z;

    // The first one stays.
    void keep_in(FailedCheck* first) const
    {
        long long none = 0;
        if (!__atomic_compare_exchange_n(&first->number, &none, number, false,
                                         __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return;
        first->value = value;
        first->bound = bound;
        first->x = x;
        first->y = y;
        first->z = z;
    }
};

[[noreturn]] static void fail_check(int number, long long value, long long bound, long long x, long long y,
                                    long long z)
{
    throw FailedCheck{number, value, bound, x, y, z};
}

// What the launcher is told of what threads do with memory: the number of the access, the element, and what
// is going to be written to it.
struct CpuRecorder {
    void (*access)(CpuRecorder*, int number, const void* element, const void* value);
    void (*declare)(CpuRecorder*, int number, const void* array, long long bytes);
    void (*order)(CpuRecorder*, int what);
    void (*meet)(CpuRecorder*, unsigned mask);
    CpuRecorder* (*block)(CpuRecorder*, long long number);
    void (*step)(CpuRecorder*, int number, int what);
    long long thread;
};
static thread_local CpuRecorder* recorder;

// The value, which must be from 0 to below the end.
static inline int in_range(int value, int end, int number, int x, int y = 0, int z = 0)
{
    if (value < 0 || value >= end) {
        fail_check(number, value, end, x, y, z);
    }
    return value;
}

// a + b, which must fit.
static inline int exact_add(int a, int b, int number, int x, int y = 0, int z = 0)
{
    const long long left = a;
    const long long result = left + b;
    if (result != int(result)) {
        fail_check(number, a, b, x, y, z);
    }
    return int(result);
}

// a - b, which must fit.
static inline int exact_sub(int a, int b, int number, int x, int y = 0, int z = 0)
{
    const long long left = a;
    const long long result = left - b;
    if (result != int(result)) {
        fail_check(number, a, b, x, y, z);
    }
    return int(result);
}

// The index of an element that the thread is going to read.
template <typename E>
static inline int note_read(int index, const E* array, int number)
{
    recorder->access(recorder, number, array + index, nullptr);
    return index;
}

// The index of an element that the thread is going to write.
template <typename E>
static inline int note_write(int index, const E* array, int number)
{
    recorder->access(recorder, number, array + index, nullptr);
    return index;
}
template <typename E, typename V>
static inline int note_write(int index, const E* array, const V& value, int number)
{
    recorder->access(recorder, number, array + index, &value);
    return index;
}

// Tells of a barrier or a fence.
static inline int note_order(int order, int /*number*/)
{
    recorder->order(recorder, order);
    return order;
}

static inline __attribute__((always_inline)) int relaxed_block(int first_idx, int blockDim_x, float* X,
                                                               int X_len, float* Y, int Y_len, int steps,
                                                               CpuGrid& grid)
{
    for (int _ = 0; _ < steps; ++_) {
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const int idx = first_idx + lane;
            recorder->thread = lane;
            const float value = (X[note_read(in_range(exact_sub(idx, 1, 5, idx), X_len, 3, idx), X, 4)]
                                 + X[note_read(in_range(exact_add(idx, 1, 8, idx), X_len, 6, idx), X, 7)])
                / 2.0f;
            Y[note_write(in_range(idx, Y_len, 1, idx), Y, value, 2)] = value;
        }
        if (!grid.sync()) return 8;
        note_order(1, 9);
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const int idx = first_idx + lane;
            recorder->thread = lane;
            const float value = Y[note_read(in_range(idx, Y_len, 12, idx), Y, 13)];
            X[note_write(in_range(idx, X_len, 10, idx), X, value, 11)] = value;
        }
        if (!grid.sync()) return 10;
        note_order(1, 14);
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
