// Translated from jit.py by pycu2cu 0.2.0.

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

// pycu2cu: --no-stubs
static inline void scale(int idx, bool twice, float factor, float* X, int /*X_len*/, int64_t n)
{
    if (idx < n) {
        X[idx] *= twice ? factor * 2.0f : factor;
    }
}

extern "C" void run_scale(const CpuRange* range, void* const* slots)
{
    const bool twice = *static_cast<const bool*>(slots[0]);
    const float factor = *static_cast<const float*>(slots[1]);
    float* const X = *static_cast<float* const*>(slots[2]);
    const int X_len = *static_cast<const int*>(slots[3]);
    const int64_t n = *static_cast<const int64_t*>(slots[4]);

    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (X_len < block.end[0]) block.end[0] = X_len;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    scale(x, twice, factor, X, X_len, n);
                }
            }
        }
    }
}

static inline void called_device(int idx, int* X)
{
    X[idx] = idx;
}

extern "C" void run_called(const CpuRange* range, void* const* slots)
{
    int* const X = *static_cast<int* const*>(slots[0]);

    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    called_device(x, X);
                }
            }
        }
    }
}

static inline void calls(int idx, int* X, int* Y)
{
    called_device(idx, X);
    called_device(idx, Y);
}

extern "C" void run_calls(const CpuRange* range, void* const* slots)
{
    int* const X = *static_cast<int* const*>(slots[0]);
    int* const Y = *static_cast<int* const*>(slots[1]);

    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    calls(x, X, Y);
                }
            }
        }
    }
}
