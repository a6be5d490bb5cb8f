// Translated from tiles.py by pycu2cu 0.2.0.
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

// atomicAdd: gives the old value.
static inline float atomic_add(float* address, float value)
{
    float old, changed;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        changed = old + value;
    while (!__atomic_compare_exchange(address, &old, &changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return old;
}

static inline __attribute__((always_inline)) void product_block(int first_idx, int first_idy, int blockDim_x,
                                                                int blockDim_y, const float* A, int A_cols,
                                                                const float* B, int B_cols, float* C,
                                                                int C_rows, int C_cols)
{
    alignas(64) float a[16 * 16];
    alignas(64) float b[16 * 16];
    float total[1024];
    const int rows = C_rows;
    const int columns = C_cols;
    for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
        for (int x = 0; x < blockDim_x; ++x) {
            const int lane = y * blockDim_x + x;
            total[lane] = 0.0f;
        }
    }
    // Each turn takes a tile of both.
    for (int64_t t_counter = 0; t_counter < A_cols; t_counter += 16) {
        const int t = t_counter;
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int idx = first_idx + x;
                const int idy = first_idy + y;
                const int threadIdx_x = x;
                const int threadIdx_y = y;
                const int tx = threadIdx_x;
                const int ty = threadIdx_y;
                a[ty * 16 + tx] = idy < rows && t + tx < A_cols ? A[idy * A_cols + (t + tx)] : 0.0f;
                b[ty * 16 + tx] = t + ty < A_cols && idx < columns ? B[(t + ty) * B_cols + idx] : 0.0f;
            }
        }
        for (int k = 0; k < 16; ++k) {
            for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
                for (int x = 0; x < blockDim_x; ++x) {
                    const int lane = y * blockDim_x + x;
                    const int threadIdx_x = x;
                    const int threadIdx_y = y;
                    const int tx = threadIdx_x;
                    const int ty = threadIdx_y;
                    total[lane] += a[ty * 16 + k] * b[k * 16 + tx];
                }
            }
        }
    }
    for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
        for (int x = 0; x < blockDim_x; ++x) {
            const int lane = y * blockDim_x + x;
            const int idx = first_idx + x;
            const int idy = first_idy + y;
            if (idx < columns && idy < rows) {
                C[idy * C_cols + idx] = total[lane];
            }
        }
    }
}

extern "C" void run_product(const CpuRange* range, const float* A, int /*A_rows*/, int A_cols, const float* B,
                            int /*B_rows*/, int B_cols, float* C, int C_rows, int C_cols)
{
    const bool usual = range->block[0] == 16 && range->block[1] == 16;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            product_block(block.first[0], block.first[1], 16, 16, A, A_cols, B, B_cols, C, C_rows, C_cols);
        } else {
            product_block(block.first[0], block.first[1], int(range->block[0]), int(range->block[1]), A,
                          A_cols, B, B_cols, C, C_rows, C_cols);
        }
    }
}

static inline __attribute__((always_inline)) void heat_block(int first_idx, int first_idy, int blockIdx_x,
                                                             int blockDim_x, int blockDim_y, int gridDim_x,
                                                             const float* U, int U_cols, float* sums,
                                                             float* V, int V_cols)
{
    alignas(64) float tile[8 * 32];
    float total[1024];
    for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
        for (int x = 0; x < blockDim_x; ++x) {
            const int idx = first_idx + x;
            const int idy = first_idy + y;
            const int threadIdx_x = x;
            const int threadIdx_y = y;
            tile[threadIdx_y * 32 + threadIdx_x] = U[idy * U_cols + idx];
        }
    }
    if (blockIdx_x == gridDim_x - 1) return;
    for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
        for (int x = 0; x < blockDim_x; ++x) {
            const int lane = y * blockDim_x + x;
            total[lane] = 0.0f;
        }
    }
    for (int k = 0; k < blockDim_y; ++k) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int lane = y * blockDim_x + x;
                const int threadIdx_x = x;
                const int threadIdx_y = y;
                total[lane] += tile[k * 32 + threadIdx_x] - tile[threadIdx_y * 32 + k];
            }
        }
    }
    for (int y = 0; y < blockDim_y; ++y) {
        for (int x = 0; x < blockDim_x; ++x) {
            const int lane = y * blockDim_x + x;
            const int idx = first_idx + x;
            const int idy = first_idy + y;
            const int threadIdx_y = y;
            if (threadIdx_y == 0) {
                atomic_add(&sums[blockIdx_x], total[lane]);
            }
            V[idy * V_cols + idx] = total[lane] / blockDim_y;
        }
    }
}

extern "C" void run_heat(const CpuRange* range, const float* U, int /*U_rows*/, int U_cols, float* sums,
                         int /*sums_len*/, float* V, int /*V_rows*/, int V_cols)
{
    const bool usual = range->block[0] == 16 && range->block[1] == 16;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            heat_block(block.first[0], block.first[1], block.index[0], 16, 16, int(range->grid[0]), U, U_cols,
                       sums, V, V_cols);
        } else {
            heat_block(block.first[0], block.first[1], block.index[0], int(range->block[0]),
                       int(range->block[1]), int(range->grid[0]), U, U_cols, sums, V, V_cols);
        }
    }
}

static inline __attribute__((always_inline)) void alone_block(int first_idx, int first_idy, int blockDim_x,
                                                              int blockDim_y, const float* U, int U_cols,
                                                              float* V, int V_cols)
{
    alignas(64) float tile[8 * 32];
    for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
        for (int x = 0; x < blockDim_x; ++x) {
            const int idx = first_idx + x;
            const int idy = first_idy + y;
            const int threadIdx_x = x;
            const int threadIdx_y = y;
            tile[threadIdx_y * 32 + threadIdx_x] = U[idy * U_cols + idx];
        }
    }
    for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
        for (int x = 0; x < blockDim_x; ++x) {
            const int idx = first_idx + x;
            const int idy = first_idy + y;
            const int threadIdx_x = x;
            const int threadIdx_y = y;
            float total = 0.0f;
            for (int k = 0; k < threadIdx_y; ++k) {
                total += tile[k * 32 + threadIdx_x];
            }
            V[idy * V_cols + idx] = total;
        }
    }
}

extern "C" void run_alone(const CpuRange* range, const float* U, int /*U_rows*/, int U_cols, float* V,
                          int /*V_rows*/, int V_cols)
{
    const bool usual = range->block[0] == 16 && range->block[1] == 16;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            alone_block(block.first[0], block.first[1], 16, 16, U, U_cols, V, V_cols);
        } else {
            alone_block(block.first[0], block.first[1], int(range->block[0]), int(range->block[1]), U, U_cols,
                        V, V_cols);
        }
    }
}
