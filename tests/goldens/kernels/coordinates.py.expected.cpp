// Translated from coordinates.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ prelude whole_block_of

// pycu2cu: --header
static inline int position(int idx, int idy, int width)
{
    return idy * width + idx;
}

static inline void coordinates(int idx, int idy, int threadIdx_x, int blockIdx_x, int blockDim_x,
                               int gridDim_x, int width, int* R)
{
    const int i = position(idx, idy, width);
    R[i] = threadIdx_x - 1;
    R[i] += blockIdx_x * blockDim_x + threadIdx_x - idx;
    R[i] += gridDim_x + 32;
    R[threadIdx_x] = -blockIdx_x;
    const int x = threadIdx_x;
    R[i] += x;
}

extern "C" void run_coordinates(const CpuRange* range, int width, int* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = whole_block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    coordinates(x_2, y, x_2 - block.first[0], block.index[0], int(range->block[0]),
                                int(range->grid[0]), width, R);
                }
            }
        }
    }
}

static inline void third(int idz, int* R)
{
    R[idz] = idz;
}

extern "C" void run_third(const CpuRange* range, int* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    third(z, R);
                }
            }
        }
    }
}

// Does not ask who it is.
static inline void one(int n, int* R)
{
    for (int i = 0; i < n; ++i) {
        R[i] = i;
    }
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool one_strip(int lanes, int n, int* R)
{
    for (int i = 0; i < n; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            R[i] = i;
        }
    }
    return true;
}

extern "C" void run_one(const CpuRange* range, int n, int* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? one_strip(32, n, R)
                        : lanes >= 8 && one_strip(lanes, n, R);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            one(n, R);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
