// Translated from grid_size.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

static inline __attribute__((always_inline)) void add_one_block(int /*first_idx*/, int blockIdx_x,
                                                                int blockDim_x, int gridDim_x, float* X,
                                                                int X_len)
{
    for (int64_t first_i = blockIdx_x * blockDim_x; first_i < X_len; first_i += gridDim_x * blockDim_x) {
        const int begin = first_i;
        const int left = X_len - begin;
#pragma omp simd
        for (int lane = 0; lane < (left < blockDim_x ? left : blockDim_x); ++lane) {
            const int threadIdx_x = lane;
            const int i = begin + threadIdx_x;
            X[i] += 1.0f;
        }
    }
}

extern "C" void run_add_one(const CpuRange* range, float* X, int X_len)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            add_one_block(block.first[0], block.index[0], 256, int(range->grid[0]), X, X_len);
        } else {
            add_one_block(block.first[0], block.index[0], int(range->block[0]), int(range->grid[0]), X,
                          X_len);
        }
    }
}

static inline __attribute__((always_inline)) void add_two_block(int /*first_idx*/, int blockIdx_x,
                                                                int blockDim_x, int gridDim_x, float* X,
                                                                int X_len)
{
    for (int64_t first_i = blockIdx_x * blockDim_x; first_i < X_len; first_i += gridDim_x * blockDim_x) {
        const int begin = first_i;
        const int left = X_len - begin;
#pragma omp simd
        for (int lane = 0; lane < (left < blockDim_x ? left : blockDim_x); ++lane) {
            const int threadIdx_x = lane;
            const int i = begin + threadIdx_x;
            X[i] += 2.0f;
        }
    }
}

extern "C" void run_add_two(const CpuRange* range, float* X, int X_len)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            add_two_block(block.first[0], block.index[0], 256, int(range->grid[0]), X, X_len);
        } else {
            add_two_block(block.first[0], block.index[0], int(range->block[0]), int(range->grid[0]), X,
                          X_len);
        }
    }
}

static inline int stride(int blockDim_y, int gridDim_y, int factor)
{
    return factor * (gridDim_y * blockDim_y);
}

static inline __attribute__((always_inline)) void rows_block(int first_idx, int /*first_idy*/, int blockIdx_y,
                                                             int blockDim_x, int blockDim_y, int gridDim_y,
                                                             int* A, int A_rows, int A_cols)
{
    for (int first_i = blockIdx_y * blockDim_y; first_i < A_rows;
            first_i += stride(blockDim_y, gridDim_y, 1)) {
        const int left = A_rows - first_i;
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int idx = first_idx + x;
                const int threadIdx_y = y;
                if (threadIdx_y < left) {
                    const int i = first_i + threadIdx_y;
                    if (idx < A_cols) {
                        A[i * A_cols + idx] += 1;
                    }
                }
            }
        }
    }
}

extern "C" void run_rows(const CpuRange* range, int* A, int A_rows, int A_cols)
{
    const bool usual = range->block[0] == 16 && range->block[1] == 16;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            rows_block(block.first[0], block.first[1], block.index[1], 16, 16, int(range->grid[1]), A, A_rows,
                       A_cols);
        } else {
            rows_block(block.first[0], block.first[1], block.index[1], int(range->block[0]),
                       int(range->block[1]), int(range->grid[1]), A, A_rows, A_cols);
        }
    }
}
