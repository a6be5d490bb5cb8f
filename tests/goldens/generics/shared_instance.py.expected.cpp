// Translated from shared_instance.py by pycu2cu 0.2.0.
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

// Python's min(a, b): a unless b is less.
static inline int minimum(int a, int b)
{
    return b < a ? b : a;
}

// a % b with the sign of a; a zero divisor gives 0 and nothing traps.
static inline int trunc_mod(int a, int b)
{
    return b == 0 || b == -1 ? 0 : a % b;
}

// pycu2cu: --instance block_reduce<f=add,int64>
static inline int64_t add_int64(int64_t a, int64_t b)
{
    return a + b;
}

static inline __attribute__((always_inline)) void block_reduce_add_int64_block(int first_idx, int blockIdx_x,
                                                                               int blockDim_x,
                                                                               const int64_t* X, int X_len,
                                                                               int64_t* results)
{
    alignas(64) int64_t cache[256];
    const int count = minimum(256, X_len - blockIdx_x * 256);
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        const int t = threadIdx_x;
        if (idx < X_len) {
            cache[t] = X[idx];
        }
    }
    int stride = 1;
    while (stride < count) {
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const int threadIdx_x = lane;
            const int t = threadIdx_x;
            if (trunc_mod(t, 2 * stride) == 0 && t + stride < count) {
                cache[t] = add_int64(cache[t], cache[t + stride]);
            }
        }
        stride *= 2;
    }
    for (int lane = 0; lane < 1; ++lane) {
        results[blockIdx_x] = cache[0];
    }
}

extern "C" void run_block_reduce_add_int64(const CpuRange* range, const int64_t* X, int X_len,
                                           int64_t* results, int /*results_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            block_reduce_add_int64_block(block.first[0], block.index[0], 256, X, X_len, results);
        } else {
            block_reduce_add_int64_block(block.first[0], block.index[0], int(range->block[0]), X, X_len,
                                         results);
        }
    }
}
