// Translated from launched.py by pycu2cu 0.1.0.

#include <stdint.h>

// What to run: `threads` logical threads on each axis, in `grid` blocks of `block` threads, and of these blocks those
// from `first_block` up to, not including, `end_block`, counted along x first, then y, then z.
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

// An assertion that failed, by its number.
struct AssertionFailure {
    int number;
};

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

// The value, which must be from 0 to below the end.
static inline int in_range(int value, int end, int number, int x, int y = 0, int z = 0)
{
    if (value < 0 || value >= end)
        fail_check(number, value, end, x, y, z);
    return value;
}

// a + b, which must fit.
static inline int exact_add(int a, int b, int number, int x, int y = 0, int z = 0)
{
    const long long left = a;
    const long long result = left + b;
    if (result != int(result))
        fail_check(number, a, b, x, y, z);
    return int(result);
}

// a - b, which must fit.
static inline int exact_sub(int a, int b, int number, int x, int y = 0, int z = 0)
{
    const long long left = a;
    const long long result = left - b;
    if (result != int(result))
        fail_check(number, a, b, x, y, z);
    return int(result);
}

static inline float mean(int idx, int idy, const int* X, int X_len, int i)
{
    if (!(i < 100)) throw AssertionFailure{1};
    return exact_add(X[in_range(i, X_len, 1, idx, idy)],
        X[in_range(exact_add(i, 1, 4, idx, idy), X_len, 3, idx, idy)], 2, idx, idy) / 2.0f;
}

static inline void smooth(int idx, int idy, const int* X, int X_len, float* Y, int Y_rows, int Y_cols)
{
    Y[in_range(idx, Y_rows, 5, idx, idy) * Y_cols + in_range(idy, Y_cols, 6, idx, idy)] =
        mean(idx, idy, X, X_len, idx);
}

extern "C" void run_smooth(const CpuRange* range, void* const* slots)
{
    const int* const X = *static_cast<const int* const*>(slots[0]);
    const int X_len = *static_cast<const int*>(slots[1]);
    float* const Y = *static_cast<float* const*>(slots[2]);
    const int Y_rows = *static_cast<const int*>(slots[3]);
    const int Y_cols = *static_cast<const int*>(slots[4]);
    FailedCheck* const check = static_cast<FailedCheck*>(slots[5]);
    int* const failure = static_cast<int*>(slots[6]);

    try {
        for (int64_t number = range->first_block; number < range->end_block; ++number) {
            const CpuBlock block = block_of(*range, number);
            for (int z = block.first[2]; z < block.end[2]; ++z) {
                for (int y = block.first[1]; y < block.end[1]; ++y) {
                    for (int x = block.first[0]; x < block.end[0]; ++x) {
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
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        cache[in_range(threadIdx_x, cache_len, 7, idx)] = X[in_range(idx, X_len, 8, idx)];
    }
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        const int index = in_range(idx, X_len, 9, idx);
        X[index] =
            exact_add(X[index],
            cache[in_range(exact_sub(exact_sub(blockDim_x, threadIdx_x, 12, idx), 1, 13, idx), cache_len, 11,
            idx)], 10, idx);
    }
}

extern "C" void run_reversed_sums(const CpuRange* range, void* const* slots)
{
    int* const X = *static_cast<int* const*>(slots[0]);
    const int X_len = *static_cast<const int*>(slots[1]);
    const int cache_len = *static_cast<const int*>(slots[2]);
    FailedCheck* const check = static_cast<FailedCheck*>(slots[3]);

    try {
        int* const cache = static_cast<int*>(__builtin_alloca_with_align(cache_len * sizeof(int), 512));
        const bool usual = range->block[0] == 256;
        for (int64_t number = range->first_block; number < range->end_block; ++number) {
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
