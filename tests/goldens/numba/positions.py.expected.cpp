// Translated from positions.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ prelude whole_block_of

constexpr int64_t TPB = 16;
//+ helper wrapped_index(int)
//+ helper wrapped_index(int64)
//+ helper atomic_add(double)

static inline void axpy(int idx, double a, const double* x, int x_len, double* y)
{
    const int64_t i = idx;
    if (i < x_len) {
        y[i] += a * x[i];
    }
}

extern "C" void run_axpy(const CpuRange* range, double a, const double* x, int x_len, double* y,
                         int /*y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y_2 = block.first[1]; y_2 < block.end[1]; ++y_2) {
#pragma omp simd
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    axpy(x_2, a, x, x_len, y);
                }
            }
        }
    }
}

static inline void strided_sum(int idx, int blockDim_x, int gridDim_x, const float* x, int x_len, double* out)
{
    const int64_t start = idx;
    const int64_t stride = gridDim_x * blockDim_x;
    for (int64_t i = start; i < x_len; i += stride) {
        atomic_add(&out[0], x[i]);
    }
}

extern "C" void run_strided_sum(const CpuRange* range, const float* x, int x_len, double* out,
                                int /*out_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = whole_block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    strided_sum(x_2, int(range->block[0]), int(range->grid[0]), x, x_len, out);
                }
            }
        }
    }
}

static inline __attribute__((always_inline)) void matmul_block(int first_idx, int first_idy, int blockDim_x,
                                                               int blockDim_y, int blockDim_z, int gridDim_x,
                                                               const float* A, int A_rows, int A_cols,
                                                               const float* B, int B_rows, int B_cols,
                                                               float* C, int C_rows, int C_cols)
{
    alignas(64) float sA[16 * 16];
    alignas(64) float sB[16 * 16];
    float total[1024];
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int lane = (z * blockDim_y + y) * blockDim_x + x;
                total[lane] = float(0.0);
            }
        }
    }
    for (int i = 0; i < gridDim_x; ++i) {
        for (int z = 0; z < blockDim_z; ++z) {
            for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
                for (int x = 0; x < blockDim_x; ++x) {
                    const int idx = first_idx + x;
                    const int idy = first_idy + y;
                    const int threadIdx_x = x;
                    const int threadIdx_y = y;
                    const int64_t x_ = idx;
                    const int64_t y_ = idy;
                    const int tx = threadIdx_x;
                    const int ty = threadIdx_y;
                    sA[ty * 16 + tx] = 0.0f;
                    sB[ty * 16 + tx] = 0.0f;
                    if (y_ < A_rows && tx + int64_t(i) * TPB < A_cols) {
                        sA[ty * 16 + tx] = A[y_ * A_cols + (tx + int64_t(i) * TPB)];
                    }
                    if (x_ < B_cols && ty + int64_t(i) * TPB < B_rows) {
                        sB[ty * 16 + tx] = B[(ty + int64_t(i) * TPB) * B_cols + x_];
                    }
                }
            }
        }
        for (int64_t j = 0; j < TPB; ++j) {
            for (int z = 0; z < blockDim_z; ++z) {
                for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
                    for (int x = 0; x < blockDim_x; ++x) {
                        const int lane = (z * blockDim_y + y) * blockDim_x + x;
                        const int threadIdx_x = x;
                        const int threadIdx_y = y;
                        const int tx = threadIdx_x;
                        const int ty = threadIdx_y;
                        total[lane] += sA[ty * 16 + j] * sB[j * 16 + tx];
                    }
                }
            }
        }
    }
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int lane = (z * blockDim_y + y) * blockDim_x + x;
                const int idx = first_idx + x;
                const int idy = first_idy + y;
                const int64_t x_ = idx;
                const int64_t y_ = idy;
                if (y_ < C_rows && x_ < C_cols) {
                    C[y_ * C_cols + x_] = total[lane];
                }
            }
        }
    }
}

extern "C" void run_matmul(const CpuRange* range, const float* A, int A_rows, int A_cols, const float* B,
                           int B_rows, int B_cols, float* C, int C_rows, int C_cols)
{
    const bool usual = range->block[0] == 16 && range->block[1] == 16 && range->block[2] == 1;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            matmul_block(block.first[0], block.first[1], 16, 16, 1, int(range->grid[0]), A, A_rows, A_cols, B,
                         B_rows, B_cols, C, C_rows, C_cols);
        } else {
            matmul_block(block.first[0], block.first[1], int(range->block[0]), int(range->block[1]),
                         int(range->block[2]), int(range->grid[0]), A, A_rows, A_cols, B, B_rows, B_cols, C,
                         C_rows, C_cols);
        }
    }
}

static inline void neighbours(int idx, const int* A, int A_len, int* B, int by)
{
    const int64_t i = idx;
    if (i < A_len) {
        B[i] = int64_t(A[wrapped_index(i - 1, int64_t(A_len))]) + A[A_len - 1] + A[wrapped_index(by, A_len)];
    }
}

extern "C" void run_neighbours(const CpuRange* range, const int* A, int A_len, int* B, int /*B_len*/, int by)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    neighbours(x, A, A_len, B, by);
                }
            }
        }
    }
}
