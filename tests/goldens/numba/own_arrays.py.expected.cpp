// Translated from own_arrays.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

constexpr int64_t WIDTH = 8;

static inline __attribute__((always_inline)) void of_launch_block(int blockDim_x, int blockDim_y,
                                                                  int blockDim_z, const float* x_, float* out,
                                                                  float* cache, int cache_len)
{
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < int(cache_len < blockDim_x ? cache_len : blockDim_x); ++x) {
                const int threadIdx_x = x;
                const int t = threadIdx_x;
                cache[t] = x_[t];
            }
        }
    }
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int threadIdx_x = x;
                const int t = threadIdx_x;
                out[t] = double(cache[cache_len - 1]) + int64_t(cache_len);
            }
        }
    }
}

extern "C" void run_of_launch(const CpuRange* range, const float* x, int /*x_len*/, float* out,
                              int /*out_len*/, int cache_len)
{
    float* const cache = static_cast<float*>(__builtin_alloca_with_align(cache_len * sizeof(float), 512));
    const bool usual = range->block[0] == 256 && range->block[1] == 1 && range->block[2] == 1;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            of_launch_block(256, 1, 1, x, out, cache, cache_len);
        } else {
            of_launch_block(int(range->block[0]), int(range->block[1]), int(range->block[2]), x, out, cache,
                            cache_len);
        }
    }
}

static inline __attribute__((always_inline)) void in_branches_block(int blockDim_x, int blockDim_y,
                                                                    int blockDim_z, const float* x_,
                                                                    float* out, int n)
{
    alignas(64) float tile[4 * 8];
    int mine[1024][8];
    if (int64_t(n) > 2) {
        for (int z = 0; z < blockDim_z; ++z) {
            for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
                for (int x = 0; x < blockDim_x; ++x) {
                    const int threadIdx_x = x;
                    const int t = threadIdx_x;
                    tile[int64_t(t) / WIDTH * 8 + int64_t(t) % WIDTH] = x_[t];
                }
            }
        }
        for (int z = 0; z < blockDim_z; ++z) {
            for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
                for (int x = 0; x < blockDim_x; ++x) {
                    const int threadIdx_x = x;
                    const int t = threadIdx_x;
                    out[t] = tile[24 + int64_t(t) % WIDTH];
                }
            }
        }
    }
    for (int i = 0; i < n; ++i) {
        for (int z = 0; z < blockDim_z; ++z) {
            for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
                for (int x = 0; x < blockDim_x; ++x) {
                    const int lane = (z * blockDim_y + y) * blockDim_x + x;
                    const int threadIdx_x = x;
                    const int t = threadIdx_x;
                    mine[lane][int64_t(i) % WIDTH] = i;
                    out[t] = double(out[t]) + mine[lane][int64_t(i) % WIDTH];
                }
            }
        }
    }
}

extern "C" void run_in_branches(const CpuRange* range, const float* x, int /*x_len*/, float* out,
                                int /*out_len*/, int n)
{
    const bool usual = range->block[0] == 256 && range->block[1] == 1 && range->block[2] == 1;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            in_branches_block(256, 1, 1, x, out, n);
        } else {
            in_branches_block(int(range->block[0]), int(range->block[1]), int(range->block[2]), x, out, n);
        }
    }
}
