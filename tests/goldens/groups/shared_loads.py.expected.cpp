// Translated from shared_loads.py by pycu2cu 0.2.0.
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

static inline void matmul(int idx, int idy, const float* A, int A_cols, const float* B, int B_cols, float* C,
                          int C_cols)
{
    float total = 0.0f;
    for (int k = 0; k < A_cols; ++k) {
        total += A[idy * A_cols + k] * B[k * B_cols + idx];
    }
    C[idy * C_cols + idx] = total;
}

// The same for up to 4 rows of up to 32 neighbouring threads at once. It gives false, having done nothing,
// where they part ways.
static inline __attribute__((always_inline)) bool matmul_strip(int lanes, int rows, int first_idx,
                                                               int first_idy, const float* A, int A_cols,
                                                               const float* B, int B_cols, float* C,
                                                               int C_cols)
{
    float total[128];
    for (int row = 0; row < rows; ++row) {
#pragma omp simd
        for (int column = 0; column < lanes; ++column) {
            const int lane = row * 32 + column;
            total[lane] = 0.0f;
        }
    }
    for (int k = 0; k < A_cols; ++k) {
        for (int row = 0; row < rows; ++row) {
#pragma omp simd
            for (int column = 0; column < lanes; ++column) {
                const int lane = row * 32 + column;
                const int idx = first_idx + column;
                const int idy = first_idy + row;
                total[lane] += A[idy * A_cols + k] * B[k * B_cols + idx];
            }
        }
    }
    for (int row = 0; row < rows; ++row) {
#pragma omp simd
        for (int column = 0; column < lanes; ++column) {
            const int lane = row * 32 + column;
            const int idx = first_idx + column;
            const int idy = first_idy + row;
            C[idy * C_cols + idx] = total[lane];
        }
    }
    return true;
}

extern "C" void run_matmul(const CpuRange* range, const float* A, int /*A_rows*/, int A_cols, const float* B,
                           int /*B_rows*/, int B_cols, float* C, int /*C_rows*/, int C_cols)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1];) {
                const int rows = block.end[1] - y < 4 ? block.end[1] - y : 4;
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32 && rows == 4
                        ? matmul_strip(32, 4, x, y, A, A_cols, B, B_cols, C, C_cols)
                        : lanes >= 8 && matmul_strip(lanes, rows, x, y, A, A_cols, B, B_cols, C, C_cols);
                    if (!done) {
                        for (int thread_y = y; thread_y < y + rows; ++thread_y) {
                            for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                                matmul(thread_x, thread_y, A, A_cols, B, B_cols, C, C_cols);
                            }
                        }
                    }
                    x += lanes;
                }
                y += rows;
            }
        }
    }
}

static inline void stencil(int idx, int idy, const float* u, int /*u_rows*/, int u_cols, float* v, int v_cols)
{
    v[idy * v_cols + idx] = 0.25f
        * (u[idy * u_cols + (idx - 1)] + u[idy * u_cols + (idx + 1)] + u[(idy - 1) * u_cols + idx]
           + u[(idy + 1) * u_cols + idx]);
}

extern "C" void run_stencil(const CpuRange* range, const float* u, int u_rows, int u_cols, float* v,
                            int /*v_rows*/, int v_cols)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (block.first[0] < 1) block.first[0] = 1;
        if (u_cols - 1 < block.end[0]) block.end[0] = u_cols - 1;
        if (block.first[1] < 1) block.first[1] = 1;
        if (u_rows - 1 < block.end[1]) block.end[1] = u_rows - 1;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    stencil(x, y, u, u_rows, u_cols, v, v_cols);
                }
            }
        }
    }
}

static inline void transpose(int idx, int idy, const float* A, int A_cols, float* B, int B_cols)
{
    B[idx * B_cols + idy] = A[idy * A_cols + idx];
}

extern "C" void run_transpose(const CpuRange* range, const float* A, int /*A_rows*/, int A_cols, float* B,
                              int /*B_rows*/, int B_cols)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int first_y = block.first[1]; first_y < block.end[1];) {
                const int end_y = block.end[1] - first_y < 16 ? block.end[1] : first_y + 16;
                for (int first_x = block.first[0]; first_x < block.end[0];) {
                    const int end_x = block.end[0] - first_x < 16 ? block.end[0] : first_x + 16;
                    for (int y = first_y; y < end_y; ++y) {
#pragma omp simd
                        for (int x = first_x; x < end_x; ++x) {
                            transpose(x, y, A, A_cols, B, B_cols);
                        }
                    }
                    first_x = end_x;
                }
                first_y = end_y;
            }
        }
    }
}
