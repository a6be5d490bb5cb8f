// Translated from bits.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ helper clz(int)
//+ helper clz(int64)
//+ helper brev(int)
//+ helper brev(int64)

static inline int in_warp(int lane_id, int x)
{
    return x + lane_id;
}

static inline void lanes(int idx, int lane_id, int* I)
{
    I[idx] = lane_id;
    I[idx] += lane_id * 2 + in_warp(lane_id, 3);
}

extern "C" void run_lanes(const CpuRange* range, int* I, int /*I_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    lanes(x, int((x - block.first[0]) % 32), I);
                }
            }
        }
    }
}

static inline void tile_lanes(int idx, int idy, int lane_id, int* I)
{
    I[idy * 100 + idx] = lane_id % 4;
}

extern "C" void run_tile_lanes(const CpuRange* range, int* I, int /*I_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    tile_lanes(x, y,
                               int(((y - block.first[1]) * range->block[0] + (x - block.first[0])) % 32), I);
                }
            }
        }
    }
}

static inline __attribute__((always_inline)) void block_lanes_block(int first_idx, int first_idy,
                                                                    int blockDim_x, int blockDim_y, int* I,
                                                                    const int* /*J*/)
{
    alignas(64) int s[256];
    for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
        for (int x = 0; x < blockDim_x; ++x) {
            const int lane = y * blockDim_x + x;
            const int threadIdx_x = x;
            const int threadIdx_y = y;
            const int lane_id = lane % 32;
            s[threadIdx_x * 16 + threadIdx_y] = lane_id;
        }
    }
    for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
        for (int x = 0; x < blockDim_x; ++x) {
            const int lane = y * blockDim_x + x;
            const int idx = first_idx + x;
            const int idy = first_idy + y;
            const int lane_id = lane % 32;
            I[idy * 100 + idx] = s[lane_id];
        }
    }
}

extern "C" void run_block_lanes(const CpuRange* range, int* I, int /*I_len*/, const int* J, int /*J_len*/)
{
    const bool usual = range->block[0] == 16 && range->block[1] == 16;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            block_lanes_block(block.first[0], block.first[1], 16, 16, I, J);
        } else {
            block_lanes_block(block.first[0], block.first[1], int(range->block[0]), int(range->block[1]), I,
                              J);
        }
    }
}

static inline void lane_strip(int idx, int lane_id, const float* X, float* Y, int n)
{
    float total = 0.0f;
    for (int i = 0; i < n; ++i) {
        total += X[i] * lane_id;
    }
    Y[idx] = total;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool lane_strip_strip(int lanes_2, int first_idx,
                                                                   int first_lane_id, const float* X,
                                                                   float* Y, int n)
{
    float total[32];
#pragma omp simd
    for (int lane = 0; lane < lanes_2; ++lane) {
        total[lane] = 0.0f;
    }
    for (int i = 0; i < n; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes_2; ++lane) {
            const int lane_id = (first_lane_id + lane) % 32;
            total[lane] += X[i] * lane_id;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes_2; ++lane) {
        const int idx = first_idx + lane;
        Y[idx] = total[lane];
    }
    return true;
}

extern "C" void run_lane_strip(const CpuRange* range, const float* X, int /*X_len*/, float* Y, int /*Y_len*/,
                               int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes_2 = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes_2 == 32
                        ? lane_strip_strip(32, x, int((x - block.first[0]) % 32), X, Y, n)
                       
                        : lanes_2 >= 8
                        && lane_strip_strip(lanes_2, x, int((x - block.first[0]) % 32), X, Y, n);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes_2; ++thread_x) {
                            lane_strip(thread_x, int((thread_x - block.first[0]) % 32), X, Y, n);
                        }
                    }
                    x += lanes_2;
                }
            }
        }
    }
}

static inline void counts(int idx, int* I, int64_t* W, bool b)
{
    const int x = I[idx];
    const int64_t w = W[idx];
    I[0] = __builtin_popcount(x) + __builtin_popcountll(w) + __builtin_popcount(b)
        + __builtin_popcountll(0xffffffffLL);
    I[1] = count_leading_zeros(x) + count_leading_zeros(w);
    I[2] = __builtin_ffs(x) + __builtin_ffsll(w);
    I[3] = reverse_bits(x);
    W[0] = reverse_bits(w);
    W[1] = reverse_bits(x) + w;
    I[4] = __builtin_popcount(x) % 8;
}

extern "C" void run_counts(const CpuRange* range, int* I, int /*I_len*/, int64_t* W, int /*W_len*/, bool b)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    counts(x_2, I, W, b);
                }
            }
        }
    }
}
