// Translated from tuple_indices.py by pycu2cu 0.2.0.

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

struct int_int
{
    int first;
    int second;
};

struct tuple2_int_int_tuple2_int_int
{
    int_int first;
    int_int second;
};

// Python's a % b: has the sign of b; a zero divisor gives 0.
static inline int floor_mod(int a, int b)
{
    if (b == 0 || b == -1) return 0;
    const int rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

// atomicAdd: gives the old value.
static inline int atomic_add(int* address, int value)
{
    return __atomic_fetch_add(address, value, __ATOMIC_ACQ_REL);
}

static inline void marked(int idx, int idy, float* A, int A_cols, int* H, int H_cols, int n)
{
    const int_int place = {idy, idx};
    A[place.first * A_cols + place.second] = 0.5f * A[place.first * A_cols + place.second] + A[1];
    const int_int turned = {floor_mod(idx, n), floor_mod(idy, n)};
    atomic_add(&H[turned.first * H_cols + turned.second], 1);
    const tuple2_int_int_tuple2_int_int both = {place, turned};
    A[both.first.first * A_cols + both.first.second] += H[both.second.first * H_cols + both.second.second];
}

extern "C" void run_marked(const CpuRange* range, float* A, int /*A_rows*/, int A_cols, int* H,
                           int /*H_rows*/, int H_cols, int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    marked(x, y, A, A_cols, H, H_cols, n);
                }
            }
        }
    }
}
