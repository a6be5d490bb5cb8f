// Translated from other_names.py by pycu2cu 0.2.0.

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
float sqrtf(float);
}

struct Cell
{
    int n;
};

static inline int bump(Cell& c, int by)
{
    c.n += by;
    return c.n;
}

static inline float plain_float(float x)
{
    return x + 1.0f;
}

static inline void kernel(int idx, Cell* A, int* R, float* X)
{
    Cell own = {3};
    const int bump_result = bump(own, 2);
    R[idx] = bump_result + bump(A[idx], 3);
    X[idx] = plain_float(X[idx]) + sqrtf(X[idx]);
}

extern "C" void run_kernel(const CpuRange* range, Cell* A, int /*A_len*/, int* R, int /*R_len*/, float* X,
                           int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    kernel(x, A, R, X);
                }
            }
        }
    }
}
