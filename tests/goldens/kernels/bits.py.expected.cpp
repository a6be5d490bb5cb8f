// Translated from bits.py by pycu2cu 0.2.0.
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

// The zero bits above the highest one bit.
static inline int count_leading_zeros(int x)
{
    return x == 0 ? 32 : __builtin_clz(unsigned(x));
}

// The zero bits above the highest one bit.
static inline int count_leading_zeros(int64_t x)
{
    return x == 0 ? 64 : __builtin_clzll(uint64_t(x));
}

// The bits in reverse order.
static inline int reverse_bits(int x)
{
    unsigned bits = unsigned(x);
    bits = (bits >> 1 & ~unsigned(0) / 3) | (bits & ~unsigned(0) / 3) << 1;
    bits = (bits >> 2 & ~unsigned(0) / 5) | (bits & ~unsigned(0) / 5) << 2;
    bits = (bits >> 4 & ~unsigned(0) / 17) | (bits & ~unsigned(0) / 17) << 4;
    return int(__builtin_bswap32(bits));
}

// The bits in reverse order.
static inline int64_t reverse_bits(int64_t x)
{
    uint64_t bits = uint64_t(x);
    bits = (bits >> 1 & ~uint64_t(0) / 3) | (bits & ~uint64_t(0) / 3) << 1;
    bits = (bits >> 2 & ~uint64_t(0) / 5) | (bits & ~uint64_t(0) / 5) << 2;
    bits = (bits >> 4 & ~uint64_t(0) / 17) | (bits & ~uint64_t(0) / 17) << 4;
    return int64_t(__builtin_bswap64(bits));
}

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
// they part ways.
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
