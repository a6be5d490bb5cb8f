// Translated from traced.py by pycu2cu 0.2.0.

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

// The length of an array that begins here, and that nobody has written to.
template <typename E>
static inline int note_array(int count, const E* array, int number)
{
    recorder->declare(recorder, number, array, count * (long long)sizeof(E));
    return count;
}

// Tells of a barrier or a fence.
static inline int note_order(int order, int /*number*/)
{
    recorder->order(recorder, order);
    return order;
}

// A condition, which the thread goes by.
static inline bool note_decision(bool taken, int number)
{
    recorder->step(recorder, number, taken ? 4 : 5);
    return taken;
}

// Tells where the thread goes: cudapy::generated::Step.
static inline int note_step(int step, int number)
{
    recorder->step(recorder, number, step);
    return step;
}

// The number of a call.
static inline int note_place(int /*nothing*/, int number)
{
    return number;
}

// Tells that a function was called.
static inline int note_call(int place, int /*number*/)
{
    recorder->step(recorder, place, 6);
    return place;
}

static inline int up(int idx, const int* X, int X_len, int i, int called_at)
{
    note_call(called_at, 1);
    if (X[note_read(in_range(i, X_len, 2, idx), X, 3)] > 3) {
        note_step(4, 4);
        const int result = X[note_read(in_range(i, X_len, 5, idx), X, 6)];
        note_step(7, 1);
        return result;
    } else {
        note_step(5, 4);
    }
    note_step(7, 1);
    return 0;
}

static inline void ways(int idx, int* X, int X_len, int n)
{
    note_step(0, 7);
    bool completed = true;
    for (int i = 0; i < n; ++i) {
        note_step(1, 7);
        if (i == idx) {
            note_step(4, 8);
            completed = false;
            break;
        } else {
            note_step(5, 8);
        }
        const int index = in_range(idx, X_len, 9, idx);
        const int old = X[note_read(index, X, 11)];
        const int value = exact_add(old,
                                    note_decision(i % 2 != 0, 14) ? up(idx, X, X_len, i, note_place(0, 13))
                                    : 1, 10, idx);
        X[note_write(index, X, value, 12)] = value;
    }
    if (completed) {
        note_step(2, 7);
        X[note_write(in_range(idx, X_len, 15, idx), X, 0, 16)] = 0;
    }
    note_step(3, 7);
    note_step(0, 19);
    while (X[note_read(in_range(idx, X_len, 17, idx), X, 18)] > 9) {
        note_step(1, 19);
        const int index = in_range(idx, X_len, 20, idx);
        const int value = exact_sub(X[note_read(index, X, 22)], 1, 21, idx);
        X[note_write(index, X, value, 23)] = value;
    }
    note_step(2, 19);
    note_step(3, 19);
    note_step(0, 25);
    for (int i_ = 0; i_ < X_len; ++i_) {
        const int x = X[note_read(i_, X, 24)];
        note_step(1, 25);
    }
    note_step(2, 25);
    note_step(3, 25);
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
    note_array(64, part, 26);
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        recorder->thread = lane;
        const int value = X[note_read(in_range(idx, X_len, 29, idx), X, 30)];
        part[note_write(in_range(threadIdx_x, 64, 27, idx), part, value, 28)] = value;
        note_step(0, 31);
    }
    for (int k = 0; k < n; ++k) {
        for (int lane = 0; lane < blockDim_x; ++lane) {
            recorder->thread = lane;
            note_step(1, 31);
            note_step(8, 33);
        }
        note_order(0, 32);
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const int idx = first_idx + lane;
            const int threadIdx_x = lane;
            recorder->thread = lane;
            const int index = in_range(threadIdx_x, 64, 34, idx);
            const int old = part[note_read(index, part, 36)];
            const int value = exact_add(old, up(idx, X, X_len, k, note_place(0, 38)), 35, idx);
            part[note_write(index, part, value, 37)] = value;
        }
    }
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        recorder->thread = lane;
        note_step(2, 31);
        note_step(3, 31);
        const int value = part[note_read(0, part, 41)];
        X[note_write(in_range(idx, X_len, 39, idx), X, value, 40)] = value;
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
