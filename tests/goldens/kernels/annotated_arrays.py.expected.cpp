// Translated from annotated_arrays.py by pycu2cu 0.2.0.
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

static inline __attribute__((always_inline)) void blur_block(int first_idx, int first_idy, int blockDim_x,
                                                             int blockDim_y, const float* A, int A_rows,
                                                             int A_cols, const float* edge, float* B,
                                                             int B_cols, bool wrap)
{
    alignas(64) float line[64];
    const int rows = minimum(1, A_rows) * A_cols;
    for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
        for (int x = 0; x < blockDim_x; ++x) {
            const int idx = first_idx + x;
            const int idy = first_idy + y;
            const int threadIdx_x = x;
            const int row = idy * A_cols;
            line[threadIdx_x] = A[row + idx];
        }
    }
    for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
        for (int x = 0; x < blockDim_x; ++x) {
            const int idx = first_idx + x;
            const int idy = first_idy + y;
            const int threadIdx_x = x;
            const int row = idy * A_cols;
            const float left = wrap ? A[row + (idx - 1)] : edge[idx - 1];
            B[idy * B_cols + idx] = left + line[63 - threadIdx_x] + A[rows + idx];
        }
    }
}

extern "C" void run_blur(const CpuRange* range, const float* A, int A_rows, int A_cols, const float* edge,
                         int /*edge_len*/, float* B, int /*B_rows*/, int B_cols, bool wrap)
{
    const bool usual = range->block[0] == 16 && range->block[1] == 16;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            blur_block(block.first[0], block.first[1], 16, 16, A, A_rows, A_cols, edge, B, B_cols, wrap);
        } else {
            blur_block(block.first[0], block.first[1], int(range->block[0]), int(range->block[1]), A, A_rows,
                       A_cols, edge, B, B_cols, wrap);
        }
    }
}
