// Translated from reads.py by pycu2cu 0.2.0.

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
    struct CpuTurns* turns; // the launcher
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

// The same with all threads of the block, also with those outside the range.
static inline CpuBlock whole_block_of(CpuRange range, int64_t number)
{
    for (int axis = 0; axis < 3; ++axis) {
        range.threads[axis] = range.grid[axis] * range.block[axis];
    }
    return block_of(range, number);
}


// The launcher, as it runs threads in turns that wait for each other.
struct CpuTurns {
    int (*run)(CpuTurns*, int64_t threads, int64_t stack_bytes, void (*body)(void* data, int64_t thread),
               void* data);
    void (*begin)(CpuTurns*);
    void (*wait)(CpuTurns*, int line);
    void (*barrier)(CpuTurns*, int line, unsigned vote);
    void (*meet)(CpuTurns*, int line, unsigned mask, unsigned vote);
    void (*end)(CpuTurns*);
    unsigned votes;
    bool is_last;
    struct CpuRecorder** recorder;
};
static thread_local CpuTurns* turns;

// Runs the threads of a block in turns. It gives 0, or says where some wait for what never comes.
template <typename Body>
static int run_turns(int64_t threads, int64_t stack_bytes, Body body)
{
    const auto run = [](void* data, int64_t thread) { (*static_cast<Body*>(data))(thread); };
    return turns->run(turns, threads, stack_bytes, run, &body);
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

// The thread comes to a loop that waits for other threads.
static inline void begin_waiting()
{
    if (turns) turns->begin(turns);
}

// Lets other threads go on before the thread looks again.
static inline void wait_for_others(int line)
{
    if (turns) turns->wait(turns, line);
}

// The value, which must be from 0 to below the end.
static inline int in_range(int value, int end, int number, int x, int y = 0, int z = 0)
{
    if (value < 0 || value >= end) {
        fail_check(number, value, end, x, y, z);
    }
    return value;
}

// The value of a variable, which must have been assigned.
static inline int assigned(int value, bool is_assigned, int number, int x, int y = 0, int z = 0)
{
    if (!is_assigned) {
        fail_check(number, 0, 0, x, y, z);
    }
    return value;
}

// The value of a variable, which must have been assigned.
static inline float assigned(float value, bool is_assigned, int number, int x, int y = 0, int z = 0)
{
    if (!is_assigned) {
        fail_check(number, 0, 0, x, y, z);
    }
    return value;
}

// The value, which must not be 0.
static inline int nonzero(int value, int number, int x, int y = 0, int z = 0)
{
    if (value == 0) {
        fail_check(number, 0, value, x, y, z);
    }
    return value;
}

// a * b, which must fit.
static inline int exact_mul(int a, int b, int number, int x, int y = 0, int z = 0)
{
    const long long left = a;
    const long long result = left * b;
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

// What a path has not assigned has a flag beside it.
static int branches_block(const CpuRange* launch, const CpuBlock& here, int threads_x, int first_idx,
                          int /*blockDim_x*/, int* X, int X_len, float* Y, int Y_len, int n, int step)
{
    FailedCheck failed_check{};
    const auto one_thread = [&](int64_t place) {
        try {
            const int lane = int(place);
            const int idx = first_idx + lane;
            recorder->thread = ((here.first[2]) * launch->threads[1] + here.first[1]) * launch->threads[0]
                + here.first[0] + lane;
            int a = 0;
            bool a_is_assigned = false;
            float total = 0.0f;
            bool total_is_assigned = false;
            int i = 0;
            bool i_is_assigned = false;
            float c = 0.0f;
            bool c_is_assigned = false;
            if (n > 3) {
                a = X[note_read(in_range(0, X_len, 1, idx), X, 2)];
                a_is_assigned = true;
            }
            const int value = assigned(a, a_is_assigned, 5, idx);
            X[note_write(in_range(1, X_len, 3, idx), X, value, 4)] = value;
            const int i_step = nonzero(step, 6, idx);
            for (int64_t i_counter = 0; i_step > 0 ? i_counter < n : i_step < 0 && i_counter > n;
                    i_counter += i_step) {
                i = i_counter;
                i_is_assigned = true;
                total = Y[note_read(in_range(i, Y_len, 7, idx), Y, 8)];
                total_is_assigned = true;
            }
            const float value_ = assigned(total, total_is_assigned, 11, idx)
                + assigned(i, i_is_assigned, 12, idx);
            Y[note_write(in_range(0, Y_len, 9, idx), Y, value_, 10)] = value_;
            const int b = X[note_read(in_range(2, X_len, 13, idx), X, 14)];
            X[note_write(in_range(3, X_len, 15, idx), X, b, 16)] = b;
            begin_waiting();
            while (X[note_read(in_range(4, X_len, 17, idx), X, 18)] > 0) {
                wait_for_others(15);
                c = 1.5f;
                c_is_assigned = true;
                if (X[note_read(in_range(5, X_len, 19, idx), X, 20)] != 0) break;
            }
            c = assigned(c, c_is_assigned, 21, idx) + Y[note_read(in_range(1, Y_len, 22, idx), Y, 23)];
            c_is_assigned = true;
            Y[note_write(in_range(2, Y_len, 24, idx), Y, c, 25)] = c;
        } catch (const FailedCheck& failed) {
            failed_check = failed;
            turns->end(turns);
        }
    };
    const int ended = run_turns(int64_t(threads_x), 131072, one_thread);
    if (failed_check.number != 0) throw failed_check;
    return ended;
}

extern "C" void run_branches(const CpuRange* range, void* const* slots)
{
    int* const X = *static_cast<int* const*>(slots[0]);
    const int X_len = *static_cast<const int*>(slots[1]);
    float* const Y = *static_cast<float* const*>(slots[2]);
    const int Y_len = *static_cast<const int*>(slots[3]);
    const int n = *static_cast<const int*>(slots[4]);
    const int step = *static_cast<const int*>(slots[5]);
    FailedCheck* const check = static_cast<FailedCheck*>(slots[6]);
    CpuRecorder* const launch_recorder = static_cast<CpuRecorder*>(slots[7]);
    int* const failure = static_cast<int*>(slots[8]);

    try {
        turns = range->turns;
        turns->recorder = &recorder;
        for (int64_t number = range->first_block; number < range->end_block; ++number) {
            recorder = launch_recorder;
            const CpuBlock block = block_of(*range, number);
            const int line = branches_block(range, block, block.end[0] - block.first[0], block.first[0],
                                            int(range->block[0]), X, X_len, Y, Y_len, n, step);
            if (line != 0) __atomic_store_n(failure, line, __ATOMIC_RELAXED);
        }
    } catch (const FailedCheck& failed) {
        failed.keep_in(check);
    }
}

static inline void known(int idx, int blockDim_x, int gridDim_x, int* X, int X_len, int n)
{
    const int i_step = exact_mul(blockDim_x, gridDim_x, 26, idx);
    for (int64_t i_counter = idx; i_counter < n; i_counter += i_step) {
        int i = i_counter;
        X[note_write(in_range(i, X_len, 27, idx), X, 1, 28)] = 1;
    }
    for (int i = n; i > 0; i -= 2) {
        X[note_write(in_range(i, X_len, 29, idx), X, 2, 30)] = 2;
    }
}

extern "C" void run_known(const CpuRange* range, void* const* slots)
{
    int* const X = *static_cast<int* const*>(slots[0]);
    const int X_len = *static_cast<const int*>(slots[1]);
    const int n = *static_cast<const int*>(slots[2]);
    FailedCheck* const check = static_cast<FailedCheck*>(slots[3]);
    CpuRecorder* const launch_recorder = static_cast<CpuRecorder*>(slots[4]);

    try {
        recorder = launch_recorder;
        for (int64_t number = range->first_block; number < range->end_block; ++number) {
            const CpuBlock block = whole_block_of(*range, number);
            for (int z = block.first[2]; z < block.end[2]; ++z) {
                for (int y = block.first[1]; y < block.end[1]; ++y) {
                    for (int x = block.first[0]; x < block.end[0]; ++x) {
                        recorder->thread = (z * range->threads[1] + y) * range->threads[0] + x;
                        known(x, int(range->block[0]), int(range->grid[0]), X, X_len, n);
                    }
                }
            }
        }
    } catch (const FailedCheck& failed) {
        failed.keep_in(check);
    }
}
