// Translated from barriers_jit.py by pycu2cu 0.2.0.

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

// a % b with the sign of a; a zero divisor gives 0 and nothing traps.
static inline int trunc_mod(int a, int b)
{
    return b == 0 || b == -1 ? 0 : a % b;
}

static inline __attribute__((always_inline)) void rotate_block(int first_idx, int blockDim_x, int* A,
                                                               int* cache, int cache_len)
{
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        const int t = threadIdx_x;
        cache[t] = A[idx];
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        const int t = threadIdx_x;
        A[idx] = cache[trunc_mod(t + 1, cache_len)];
    }
}

extern "C" void run_rotate(const CpuRange* range, void* const* slots)
{
    int* const A = *static_cast<int* const*>(slots[0]);
    const int cache_len = *static_cast<const int*>(slots[1]);

    int* const cache = static_cast<int*>(__builtin_alloca_with_align(cache_len * sizeof(int), 512));
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            rotate_block(block.first[0], 256, A, cache, cache_len);
        } else {
            rotate_block(block.first[0], int(range->block[0]), A, cache, cache_len);
        }
    }
}

static inline __attribute__((always_inline)) int agree_block(int first_idx, int blockDim_x, int* A)
{
    int yes = 0;
    int no = 0;
#pragma omp simd reduction(+ : yes, no)
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const bool vote = A[idx] > 0;
        yes += vote;
        no += !vote;
    }
    if (yes != 0 && no != 0) return 16;
    if (yes != 0) {
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const int idx = first_idx + lane;
            A[idx] += 1;
        }
    }
    return 0;
}

extern "C" void run_agree(const CpuRange* range, void* const* slots)
{
    int* const A = *static_cast<int* const*>(slots[0]);
    int* const failure = static_cast<int*>(slots[1]);

    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        const int line = usual ? agree_block(block.first[0], 256, A)
            : agree_block(block.first[0], int(range->block[0]), A);
        if (line != 0) __atomic_store_n(failure, line, __ATOMIC_RELAXED);
    }
}
