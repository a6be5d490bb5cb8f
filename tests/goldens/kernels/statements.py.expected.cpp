// Translated from statements.py by pycu2cu 0.2.0.
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

// Python's a // b for a b that is not negative; for 0 it gives 0.
static inline int floor_div_positive(int a, int b)
{
    return b == 0 ? 0 : a / b - (a % b < 0 ? 1 : 0);
}

// Python's a % b for a b that is not negative; for 0 it gives 0.
static inline int floor_mod_positive(int a, int b)
{
    if (b == 0) return 0;
    const int rest = a % b;
    return rest < 0 ? rest + b : rest;
}

static inline void assignments(int a, int b, int* R, int R_len)
{
    const int a_old = a;
    a = b;
    b = a_old;
    R[0] = a;
    R[1] = b;
    const int x = a + b;
    const int y = x;
    R[2] = x;
    R[3] = y;
    R[a] = a;
    a = 5;
    R[4] = a;
    int64_t z = 0;
    z += a;
    R[5] = int(z);
    R[R_len - 1] = 9;
}

extern "C" void run_assignments(const CpuRange* range, int a, int b, int* R, int R_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z_2 = block.first[2]; z_2 < block.end[2]; ++z_2) {
            for (int y_2 = block.first[1]; y_2 < block.end[1]; ++y_2) {
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    assignments(a, b, R, R_len);
                }
            }
        }
    }
}

static inline int branches(int a)
{
    if (a < 0) {
        return -1;
    } else if (a == 0) {
    } else if (a == 1) {
        return 10;
    } else {
        a += 1;
    }
    int b;
    if (a > 100) {
        b = 1;
    } else {
        b = 2;
    }
    return a + b;
}

static inline void scoped(int n, float* X)
{
    if (n > 3) {
        const float t = X[0] * 2.0f;
        X[0] = t;
    }
    const int q = floor_div_positive(n, 7);
    const int r = floor_mod_positive(n, 7);
    X[1] = q;
    X[2] = r;
    X[3] = branches(n);
    return;
}

extern "C" void run_scoped(const CpuRange* range, int n, float* X, int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    scoped(n, X);
                }
            }
        }
    }
}
