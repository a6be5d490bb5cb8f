// Translated from evaluation_order.py by pycu2cu 0.2.0.

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

struct Pair
{
    int x;
    int y;
};

// Where Python puts a bound of a slice: a negative one counts from the end, and none is outside.
static inline int slice_bound(int bound, int length)
{
    if (bound < 0) {
        bound += length;
    }
    return bound < 0 ? 0 : bound > length ? length : bound;
}

// atomicAdd: gives the old value.
static inline int atomic_add(int* address, int value)
{
    return __atomic_fetch_add(address, value, __ATOMIC_ACQ_REL);
}

static inline int bump(int* A)
{
    A[0] += 1;
    return 9;
}

static inline int sub3(int a, int b, int c)
{
    return a * 100 + b * 10 + c;
}

static inline void places(int idx, int* A, Pair* B)
{
    A[idx] = bump(A);
    const int bump_result = bump(A);
    A[A[0]] = bump_result;
    const int value = atomic_add(&A[0], 1);
    A[A[0] + A[1]] = value;
    const int bump_result_ = bump(A);
    B[A[0]].x = bump_result_;
    A[idx] = bump(A);
    A[A[0]] = 5;
    const int index = A[0];
    const int A_value = A[index];
    A[index] = A_value + bump(A);
}

extern "C" void run_places(const CpuRange* range, int* A, int /*A_len*/, Pair* B, int /*B_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    places(x, A, B);
                }
            }
        }
    }
}

static inline void arguments(int* A, int A_len, Pair* B)
{
    const int bump_result = bump(A);
    A[1] = sub3(A[0], 3, bump_result);
    A[2] = sub3(bump(A), 3, 2);
    const int bump_result_ = bump(A);
    A[3] = sub3(bump(A), bump_result_, 1);
    const int bump_result_2 = bump(A);
    B[1] = {A[0], bump_result_2};
    const int v_start = slice_bound(A[0], A_len);
    const int v_count = A_len - slice_bound(A[0], A_len);
    const int i_start = bump(A);
    for (int i_ = 0; i_ < v_count; ++i_) {
        const int i = i_ + i_start;
        const int v = A[v_start + i_];
        A[4] += i * v;
    }
}

extern "C" void run_arguments(const CpuRange* range, int* A, int A_len, Pair* B, int /*B_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    arguments(A, A_len, B);
                }
            }
        }
    }
}
