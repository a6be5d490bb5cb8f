// Translated from given_shapes.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ helper wrapped_index(int64)

static inline __attribute__((always_inline)) void turns_block(int blockDim_x, int blockDim_y, int blockDim_z,
                                                              float* a, int a_cols, float* b, int b_cols,
                                                              float* c, int c_cols)
{
    alignas(64) float tile[4 * 8];
    alignas(64) float tile_[2 * 3];
    alignas(64) float tile_2[5 * 8];
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int threadIdx_x = x;
                const int threadIdx_y = y;
                const int x_ = threadIdx_x;
                const int y_ = threadIdx_y;
                tile[x_ * 8 + y_] = a[x_ * a_cols + y_];
            }
        }
    }
    const int64_t last = 4LL - 1;
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
            for (int x = 0; x < blockDim_x; ++x) {
                const int threadIdx_x = x;
                const int threadIdx_y = y;
                const int x_ = threadIdx_x;
                const int y_ = threadIdx_y;
                const int x_2 = threadIdx_x;
                const int y_2 = threadIdx_y;
                a[x_ * a_cols + y_] = double(tile[wrapped_index(last - x_, int64_t(4)) * 8 + y_]) + 8LL;
                tile_[x_2 * 3 + y_2] = b[x_2 * b_cols + y_2];
            }
        }
    }
    const int64_t last_ = 2LL - 1;
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
            for (int x = 0; x < blockDim_x; ++x) {
                const int threadIdx_x = x;
                const int threadIdx_y = y;
                const int x_2 = threadIdx_x;
                const int y_2 = threadIdx_y;
                const int x_3 = threadIdx_x;
                const int y_3 = threadIdx_y;
                b[x_2 * b_cols + y_2] = tile_[wrapped_index(last_ - x_2, int64_t(2)) * 3 + y_2] + 3.0;
                tile_2[x_3 * 8 + y_3] = c[x_3 * c_cols + y_3];
            }
        }
    }
    const int64_t last_2 = 5LL - 1;
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int threadIdx_x = x;
                const int threadIdx_y = y;
                const int x_3 = threadIdx_x;
                const int y_3 = threadIdx_y;
                c[x_3 * c_cols + y_3] = double(tile_2[wrapped_index(last_2 - x_3, int64_t(5)) * 8 + y_3])
                    + 8LL;
            }
        }
    }
}

extern "C" void run_turns(const CpuRange* range, float* a, int /*a_rows*/, int a_cols, float* b,
                          int /*b_rows*/, int b_cols, float* c, int /*c_rows*/, int c_cols)
{
    const bool usual = range->block[0] == 16 && range->block[1] == 16 && range->block[2] == 1;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            turns_block(16, 16, 1, a, a_cols, b, b_cols, c, c_cols);
        } else {
            turns_block(int(range->block[0]), int(range->block[1]), int(range->block[2]), a, a_cols, b,
                        b_cols, c, c_cols);
        }
    }
}
