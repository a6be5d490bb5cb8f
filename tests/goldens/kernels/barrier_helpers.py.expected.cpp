// Translated from barrier_helpers.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

constexpr int TILE = 16;
//+ helper square(float)

static inline void fill_device(float* to, int to_len, float value)
{
    for (int i = 0; i < to_len; ++i) {
        to[i] = value;
    }
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool fill_device_strip(int lanes, float* to, int to_len,
                                                                    float value)
{
    for (int i = 0; i < to_len; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            to[i] = value;
        }
    }
    return true;
}

extern "C" void run_fill(const CpuRange* range, float* to, int to_len, float value)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? fill_device_strip(32, to, to_len, value)
                        : lanes >= 8 && fill_device_strip(lanes, to, to_len, value);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            fill_device(to, to_len, value);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline __attribute__((always_inline)) void normalise_block(int first_idx, int blockDim_x, float* X)
{
    alignas(64) float scratch[8];
    alignas(64) float parts[256];
    float x[1024];
    float mean[1024];
    float x_[1024];
    float block_total_result[1024];
    float x_2[1024];
    float block_total_result_[1024];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        x[lane] = X[idx];
        x_[lane] = x[lane];
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int threadIdx_x = lane;
        parts[threadIdx_x] = x_[lane];
    }
    int half = 128;
    while (half > 0) {
#pragma omp simd
        for (int lane = 0; lane < (half < blockDim_x ? half : blockDim_x); ++lane) {
            const int threadIdx_x = lane;
            parts[threadIdx_x] += parts[threadIdx_x + half];
        }
        half /= 2;
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int threadIdx_x = lane;
        block_total_result[lane] = parts[0];
        const float block_total_result_2 = block_total_result[lane];
        mean[lane] = block_total_result_2 / blockDim_x;
        if (threadIdx_x == 0) {
            fill_device(scratch, 8, mean[lane]);
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        x_2[lane] = square(x[lane] - mean[lane]);
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int threadIdx_x = lane;
        parts[threadIdx_x] = x_2[lane];
    }
    int half_ = 128;
    while (half_ > 0) {
#pragma omp simd
        for (int lane = 0; lane < (half_ < blockDim_x ? half_ : blockDim_x); ++lane) {
            const int threadIdx_x = lane;
            parts[threadIdx_x] += parts[threadIdx_x + half_];
        }
        half_ /= 2;
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        block_total_result_[lane] = parts[0];
        const float spread = block_total_result_[lane];
        X[idx] = (x[lane] - scratch[7]) / (spread + 1.0f);
    }
}

extern "C" void run_normalise(const CpuRange* range, float* X, int /*X_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            normalise_block(block.first[0], 256, X);
        } else {
            normalise_block(block.first[0], int(range->block[0]), X);
        }
    }
}

// C = A B, square matrices of n rows, in tiles.
static inline __attribute__((always_inline)) void multiply_block(int first_idx, int first_idy, int blockDim_x,
                                                                 int blockDim_y, const float* A,
                                                                 const float* B, float* C, int n)
{
    alignas(64) float a[16 * 16];
    alignas(64) float b[16 * 16];
    float total[1024];
    for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
        for (int x = 0; x < blockDim_x; ++x) {
            const int lane = y * blockDim_x + x;
            total[lane] = 0.0f;
        }
    }
    for (int64_t first_counter = 0; first_counter < n; first_counter += TILE) {
        const int first = first_counter;
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int idx = first_idx + x;
                const int idy = first_idy + y;
                const int threadIdx_x = x;
                const int threadIdx_y = y;
                const int tx = threadIdx_x;
                const int ty = threadIdx_y;
                a[ty * 16 + tx] = idy < n && first + tx < n ? A[idy * n + first + tx] : 0.0f;
                b[ty * 16 + tx] = first + ty < n && idx < n ? B[(first + ty) * n + idx] : 0.0f;
            }
        }
        for (int k = 0; k < TILE; ++k) {
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
            if (idy < n && idx < n) {
                C[idy * n + idx] = total[lane];
            }
        }
    }
}

extern "C" void run_multiply(const CpuRange* range, const float* A, int /*A_len*/, const float* B,
                             int /*B_len*/, float* C, int /*C_len*/, int n)
{
    const bool usual = range->block[0] == 16 && range->block[1] == 16;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            multiply_block(block.first[0], block.first[1], 16, 16, A, B, C, n);
        } else {
            multiply_block(block.first[0], block.first[1], int(range->block[0]), int(range->block[1]), A, B,
                           C, n);
        }
    }
}
