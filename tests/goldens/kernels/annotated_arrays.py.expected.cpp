// Translated from annotated_arrays.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ helper minimum(int)

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
