// Translated from windows.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

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

// Windows wider than a group, with words in them, and an element that is in none.
//
static inline void smooth(int idx, const int* X, int /*X_len*/, const int16_t* Z, int* Y)
{
    Y[idx] = 3 * X[idx - 4] - X[idx - 2] * 7 + X[idx] + Z[idx + 1] * X[idx + 3] - X[idx + 9] + Z[idx - 1];
}

extern "C" void run_smooth(const CpuRange* range, const int* X, int X_len, const int16_t* Z, int /*Z_len*/,
                           int* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (block.first[0] < 4) block.first[0] = 4;
        if (X_len - 9 < block.end[0]) block.end[0] = X_len - 9;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    smooth(x, X, X_len, Z, Y);
                }
            }
        }
    }
}

// Two windows that do not touch.
//
static inline void apart(int idx, const double* X, int /*X_len*/, double* Y)
{
    Y[idx] = X[idx - 1] + X[idx] + X[idx + 12] * X[idx + 13];
}

extern "C" void run_apart(const CpuRange* range, const double* X, int X_len, double* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (block.first[0] < 1) block.first[0] = 1;
        if (X_len - 14 < block.end[0]) block.end[0] = X_len - 14;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    apart(x, X, X_len, Y);
                }
            }
        }
    }
}
