// Translated from prints.py by pycu2cu 0.2.0.

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
int printf(const char*, ...);
}

struct int64_int64
{
    int64_t first;
    int64_t second;
};

static inline void prints(int idx, int idy, int threadIdx_x, int threadIdx_y, int threadIdx_z, int blockDim_x,
                          int blockDim_y, int blockDim_z, const float* x, const uint8_t* u, bool flag)
{
    const int64_int64 where = {int64_t(idx), int64_t(idy)};
    printf("at 100%% (%lld, %lld) (%d, %d, %d) (%d, %d, %d)\n", (long long)where.first,
           (long long)where.second, threadIdx_x, threadIdx_y, threadIdx_z, blockDim_x, blockDim_y,
           blockDim_z);
    printf("%f %d %s (%f, %lld) (%d,) %f %lld\n", x[0], u[0], flag ? "True" : "False", x[1], (long long)2,
           u[0], 2.5, (long long)-3);
}

extern "C" void run_prints(const CpuRange* range, const float* x, int /*x_len*/, const uint8_t* u,
                           int /*u_len*/, bool flag)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    prints(x_2, y, x_2 - block.first[0], y - block.first[1], z - block.first[2],
                           int(range->block[0]), int(range->block[1]), int(range->block[2]), x, u, flag);
                }
            }
        }
    }
}
