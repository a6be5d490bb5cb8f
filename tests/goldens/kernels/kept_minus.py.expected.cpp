// Translated from kept_minus.py by pycu2cu 0.2.0.
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

// Python's min(a, b): a unless b is less.
static inline int minimum(int a, int b)
{
    return b < a ? b : a;
}

// Python's max(a, b): a unless b is greater.
static inline int maximum(int a, int b)
{
    return b > a ? b : a;
}

static inline int negated(int x)
{
    return -x;
}

static inline void least(int idx, const int* A, int* R, int n)
{
    R[idx] = minimum(minimum(A[idx], -A[idx + 32]), A[idx + 64]);
    int lowest = 0;
    for (int i = 0; i < n; ++i) {
        lowest = minimum(lowest, negated(A[i]));
    }
    R[idx + 32] = maximum(maximum(lowest, 0 - A[idx]), -1 * R[idx]);
    R[idx + 64] = -3;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they part ways.
static inline __attribute__((always_inline)) bool least_strip(int lanes, int first_idx, const int* A, int* R,
                                                              int n)
{
    int lowest[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        R[idx] = minimum(minimum(A[idx], -A[idx + 32]), A[idx + 64]);
        lowest[lane] = 0;
    }
    for (int i = 0; i < n; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            lowest[lane] = minimum(lowest[lane], negated(A[i]));
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        R[idx + 32] = maximum(maximum(lowest[lane], 0 - A[idx]), -1 * R[idx]);
        R[idx + 64] = -3;
    }
    return true;
}

extern "C" void run_least(const CpuRange* range, const int* A, int /*A_len*/, int* R, int /*R_len*/, int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? least_strip(32, x, A, R, n)
                        : lanes >= 8 && least_strip(lanes, x, A, R, n);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            least(thread_x, A, R, n);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
