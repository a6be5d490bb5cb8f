// Translated from gathers.py by pycu2cu 0.2.0.
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

// From the C library.
extern "C" {
float sqrtf(float);
}

static const int SQUARES[8] = {0, 1, 4, 9, 16, 25, 36, 49};

static inline void by_name(int idx, const float* X, const int* at, int /*at_len*/, float* Y)
{
    const int place = at[idx];
    if (place >= 0) {
        Y[idx] = 2.0f * X[place] + Y[idx];
    }
}

extern "C" void run_by_name(const CpuRange* range, const float* X, int /*X_len*/, const int* at, int at_len,
                            float* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (at_len < block.end[0]) block.end[0] = at_len;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd simdlen(4)
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    by_name(x, X, at, at_len, Y);
                }
            }
        }
    }
}

static inline void twice(int idx, const int* next, int* Y)
{
    const int first = next[idx];
    const int second = next[first];
    Y[idx] = second;
}

extern "C" void run_twice(const CpuRange* range, const int* next, int /*next_len*/, int* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd simdlen(4)
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    twice(x, next, Y);
                }
            }
        }
    }
}

static inline void of_table(int idx, const uint8_t* X, int* Y)
{
    Y[idx] = SQUARES[X[idx] & 7];
}

extern "C" void run_of_table(const CpuRange* range, const uint8_t* X, int /*X_len*/, int* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd simdlen(4)
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    of_table(x, X, Y);
                }
            }
        }
    }
}

// The place is no element.
static inline void in_order(int idx, const float* X, int n, float* Y)
{
    Y[idx] = X[idx * n] + X[n];
}

extern "C" void run_in_order(const CpuRange* range, const float* X, int /*X_len*/, int n, float* Y,
                             int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    in_order(x, X, n, Y);
                }
            }
        }
    }
}

// Vectors gain more by the arithmetic.
static inline void much_to_do(int idx, const float* X, const int* at, float* Y)
{
    const float x = X[at[idx]];
    Y[idx] = ((((x * 0.1f + 0.2f) * x + 0.3f) * x + 0.4f) * x + 0.5f) * x;
}

extern "C" void run_much_to_do(const CpuRange* range, const float* X, int /*X_len*/, const int* at,
                               int /*at_len*/, float* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    much_to_do(x_2, X, at, Y);
                }
            }
        }
    }
}

static inline void with_a_root(int idx, const float* X, const int* at, float* Y)
{
    Y[idx] = sqrtf(X[at[idx]]);
}

extern "C" void run_with_a_root(const CpuRange* range, const float* X, int /*X_len*/, const int* at,
                                int /*at_len*/, float* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    with_a_root(x, X, at, Y);
                }
            }
        }
    }
}

// A loop of each thread goes with those of its neighbours.
static inline __attribute__((always_inline)) void strided_block(int /*first_idx*/, int blockIdx_x,
                                                                int blockDim_x, int gridDim_x, const float* X,
                                                                const int* at, int n, float* Y)
{
    for (int64_t first_i = blockIdx_x * blockDim_x; first_i < n; first_i += gridDim_x * blockDim_x) {
        const int begin = first_i;
        const int left = n - begin;
        // A turn is far from the one before it, so that the processor does not foresee what it loads.
        for (int lane = 0; lane < blockDim_x; lane += 16) {
            __builtin_prefetch(&at[first_i + 8LL * (gridDim_x * blockDim_x) + lane]);
        }
#pragma omp simd simdlen(4)
        for (int lane = 0; lane < (left < blockDim_x ? left : blockDim_x); ++lane) {
            const int threadIdx_x = lane;
            const int i = begin + threadIdx_x;
            Y[i] = X[at[i]];
        }
    }
}

extern "C" void run_strided(const CpuRange* range, const float* X, int /*X_len*/, const int* at,
                            int /*at_len*/, int n, float* Y, int /*Y_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            strided_block(block.first[0], block.index[0], 256, int(range->grid[0]), X, at, n, Y);
        } else {
            strided_block(block.first[0], block.index[0], int(range->block[0]), int(range->grid[0]), X, at, n,
                          Y);
        }
    }
}

static inline void scattered(int idx, const float* X, const int* at, float* Y)
{
    Y[at[idx]] = X[idx];
}

extern "C" void run_scattered(const CpuRange* range, const float* X, int /*X_len*/, const int* at,
                              int /*at_len*/, float* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    scattered(x, X, at, Y);
                }
            }
        }
    }
}
