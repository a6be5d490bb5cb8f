// Translated from print_formats.py by pycu2cu 0.2.0.

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

// From the C library.
extern "C" {
int printf(const char*, ...);
}

static inline void report(int idx, const float* X, int X_len, const uint32_t* flags, double d)
{
    printf("X[%d] = %.3f flags %08x %12.4e|%-6d|%s\n", idx, X[idx], flags[idx], d, idx,
           X[idx] > 0.0f ? "True" : "False");
    printf("%.1f %3d len(X) = %d 100%% of {%d} a rather long text, which is = not broken, as no text is\n\n",
           double(idx), int(X[idx] > 0.0f), X_len, idx);
}

extern "C" void run_report(const CpuRange* range, const float* X, int X_len, const uint32_t* flags,
                           int /*flags_len*/, double d)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (X_len < block.end[0]) block.end[0] = X_len;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    report(x, X, X_len, flags, d);
                }
            }
        }
    }
}
