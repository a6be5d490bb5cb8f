// Translated from loads_ahead.py by pycu2cu 0.2.0.
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

// The same with all threads of the block, also with those outside the range.
static inline CpuBlock whole_block_of(CpuRange range, int64_t number)
{
    for (int axis = 0; axis < 3; ++axis) {
        range.threads[axis] = range.grid[axis] * range.block[axis];
    }
    return block_of(range, number);
}

// Returns how many blocks from one on run at once: those that are left in its row and in the range, but no
// more than so many, and no more than have so many threads.
static inline int blocks_together(const CpuRange& range, int64_t number, int64_t blocks, int64_t threads)
{
    const int64_t in_row = range.grid[0] - number % range.grid[0];
    const int64_t left = range.end_block - number;
    if (threads / range.block[0] < blocks) blocks = threads / range.block[0];
    if (in_row < blocks) blocks = in_row;
    if (left < blocks) blocks = left;
    return int(blocks);
}

// IEEE's half precision in memory, by its bits; a value of it is a float.
typedef uint16_t half;

// a % b with the sign of a; a zero divisor gives 0 and nothing traps.
static inline int trunc_mod(int a, int b)
{
    return b == 0 || b == -1 ? 0 : a % b;
}

// atomicAdd: gives the old value.
static inline int atomic_add(int* address, int value)
{
    return __atomic_fetch_add(address, value, __ATOMIC_ACQ_REL);
}

// atomicAdd: gives the old value.
static inline float atomic_add(float* address, float value)
{
    float old, changed;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        changed = old + value;
    while (!__atomic_compare_exchange(address, &old, &changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return old;
}

// atomicAdd in shared memory: one core runs all threads of a block.
static inline int shared_add(int* address, int value)
{
    const int old = *address;
    *address = int(unsigned(old) + unsigned(value));
    return old;
}

// The value of a half: its bits are those of a float but for the range of the exponent.
static inline float half_to_float(half x)
{
    const uint32_t bits = uint32_t(x & 0x7fff) << 13;
    float scaled;
    __builtin_memcpy(&scaled, &bits, sizeof scaled);
    scaled *= 0x1p112f;
    uint32_t result;
    __builtin_memcpy(&result, &scaled, sizeof result);
    result |= (x & 0x7c00) == 0x7c00 ? 0x7f800000u : 0u;
    result |= uint32_t(x & 0x8000) << 16;
    __builtin_memcpy(&scaled, &result, sizeof scaled);
    return scaled;
}

// Counts bytes, first in a block's own memory.
//
static inline __attribute__((always_inline)) void histogram_block(int /*first_idx*/, int blockIdx_x,
                                                                  int blockDim_x, int gridDim_x,
                                                                  const uint8_t* X, int X_len, int* bins)
{
    alignas(64) int own[256];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int threadIdx_x = lane;
        own[threadIdx_x] = 0;
    }
    // Each thread takes every so many bytes.
    for (int64_t first_i = blockIdx_x * blockDim_x; first_i < X_len; first_i += gridDim_x * blockDim_x) {
        const int begin = first_i;
        const int left = X_len - begin;
        // A turn is far from the one before it, so that the processor does not foresee what it loads.
        for (int lane = 0; lane < blockDim_x; lane += 64) {
            __builtin_prefetch(&X[first_i + 8LL * (gridDim_x * blockDim_x) + lane]);
        }
        for (int lane = 0; lane < (left < blockDim_x ? left : blockDim_x); ++lane) {
            const int threadIdx_x = lane;
            const int i = begin + threadIdx_x;
            shared_add(&own[X[i]], 1);
        }
    }
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int threadIdx_x = lane;
        atomic_add(&bins[threadIdx_x], own[threadIdx_x]);
    }
}

extern "C" void run_histogram(const CpuRange* range, const uint8_t* X, int X_len, int* bins, int /*bins_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            histogram_block(block.first[0], block.index[0], 256, int(range->grid[0]), X, X_len, bins);
        } else {
            histogram_block(block.first[0], block.index[0], int(range->block[0]), int(range->grid[0]), X,
                            X_len, bins);
        }
    }
}

static inline __attribute__((always_inline)) void weights_block(int /*first_idx*/, int blockIdx_x,
                                                                int blockDim_x, int gridDim_x,
                                                                const int16_t* at, int at_len,
                                                                const double* W, int W_cols, float* sums)
{
    for (int64_t first_i = blockIdx_x * blockDim_x; first_i < at_len; first_i += gridDim_x * blockDim_x) {
        const int begin = first_i;
        const int left = at_len - begin;
        // A turn is far from the one before it, so that the processor does not foresee what it loads.
        for (int lane = 0; lane < blockDim_x; lane += 32) {
            __builtin_prefetch(&at[first_i + 8LL * (gridDim_x * blockDim_x) + lane]);
        }
        for (int lane = 0; lane < (left < blockDim_x ? left : blockDim_x); ++lane) {
            const int threadIdx_x = lane;
            const int i = begin + threadIdx_x;
            const int16_t place = at[i];
            if (place >= 0) {
                const float weight = float(W[i * W_cols + 1] + W[place * W_cols]);
                atomic_add(&sums[place], weight);
            }
        }
    }
}

extern "C" void run_weights(const CpuRange* range, const int16_t* at, int at_len, const double* W,
                            int /*W_rows*/, int W_cols, float* sums, int /*sums_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            weights_block(block.first[0], block.index[0], 256, int(range->grid[0]), at, at_len, W, W_cols,
                          sums);
        } else {
            weights_block(block.first[0], block.index[0], int(range->block[0]), int(range->grid[0]), at,
                          at_len, W, W_cols, sums);
        }
    }
}

// The array that is read may be the one that is written.
//
static inline __attribute__((always_inline)) void same_block(int /*first_idx*/, int blockIdx_x,
                                                             int blockDim_x, int gridDim_x, const int* X,
                                                             int X_len, int* Y)
{
    for (int64_t first_i = blockIdx_x * blockDim_x; first_i < X_len; first_i += gridDim_x * blockDim_x) {
        const int begin = first_i;
        const int left = X_len - begin;
        // A turn is far from the one before it, so that the processor does not foresee what it loads.
        for (int lane = 0; lane < blockDim_x; lane += 16) {
            __builtin_prefetch(&X[first_i + 8LL * (gridDim_x * blockDim_x) + lane]);
        }
        for (int lane = 0; lane < (left < blockDim_x ? left : blockDim_x); ++lane) {
            const int threadIdx_x = lane;
            const int i = begin + threadIdx_x;
            atomic_add(&Y[X[i]], 1);
        }
    }
}

extern "C" void run_same(const CpuRange* range, const int* X, int X_len, int* Y, int /*Y_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            same_block(block.first[0], block.index[0], 256, int(range->grid[0]), X, X_len, Y);
        } else {
            same_block(block.first[0], block.index[0], int(range->block[0]), int(range->grid[0]), X, X_len,
                       Y);
        }
    }
}

// A compiler loads less ahead by itself.
//
// Several blocks run at once, because threads of neighbouring blocks go through memory side by side.
static inline __attribute__((always_inline)) void total_block(int blocks, int first_idx, int blockIdx_x,
                                                              int blockDim_x, int gridDim_x, const float* X,
                                                              int X_len, float* out)
{
    float t[16384];
    for (int block = 0; block < blocks; ++block) {
#pragma omp simd
        for (int thread = 0; thread < blockDim_x; ++thread) {
            const int lane = block * blockDim_x + thread;
            t[lane] = 0.0f;
        }
    }
    const int step = gridDim_x * blockDim_x;
    int64_t first_i = blockIdx_x * blockDim_x;
    while (first_i + 4LL * step <= X_len) {
        const int begin = first_i;
        for (int block = 0; block < blocks; ++block) {
#pragma omp simd
            for (int thread = 0; thread < blockDim_x; ++thread) {
                const int lane = block * blockDim_x + thread;
                const int threadIdx_x = thread;
#pragma GCC unroll 4
                for (int turn = 0; turn < 4; ++turn) {
                    const int i = begin + (turn * step + (block * blockDim_x + threadIdx_x));
                    t[lane] += X[i];
                }
            }
        }
        first_i += 4LL * step;
    }
    while (first_i < X_len) {
        const int begin = first_i;
        const int left = X_len - begin;
        for (int block = 0; block < blocks; ++block) {
            const int threads = left - block * blockDim_x < blockDim_x ? left - block * blockDim_x
                : blockDim_x;
#pragma omp simd
            for (int thread = 0; thread < threads; ++thread) {
                const int lane = block * blockDim_x + thread;
                const int threadIdx_x = thread;
                const int i = begin + (block * blockDim_x + threadIdx_x);
                t[lane] += X[i];
            }
        }
        first_i += step;
    }
    for (int block = 0; block < blocks; ++block) {
#pragma omp simd
        for (int thread = 0; thread < blockDim_x; ++thread) {
            const int lane = block * blockDim_x + thread;
            const int idx = first_idx + block * blockDim_x + thread;
            out[idx] = t[lane];
        }
    }
}

extern "C" void run_total(const CpuRange* range, const float* X, int X_len, float* out, int /*out_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block;) {
        const CpuBlock block = block_of(*range, number);
        const int together = blocks_together(*range, number, 64, 16384);
        if (usual) {
            total_block(together, block.first[0], block.index[0], 256, int(range->grid[0]), X, X_len, out);
        } else {
            total_block(together, block.first[0], block.index[0], int(range->block[0]), int(range->grid[0]),
                        X, X_len, out);
        }
        number += together;
    }
}

// Several blocks run at once, because threads of neighbouring blocks go through memory side by side.
static inline __attribute__((always_inline)) void dot_block(int blocks, int first_idx, int blockIdx_x,
                                                            int blockDim_x, int gridDim_x, const half* X,
                                                            int X_len, const float* W, int W_cols, float* out)
{
    float t[16384];
    for (int block = 0; block < blocks; ++block) {
#pragma omp simd
        for (int thread = 0; thread < blockDim_x; ++thread) {
            const int lane = block * blockDim_x + thread;
            t[lane] = 0.0f;
        }
    }
    const int step = gridDim_x * blockDim_x;
    int64_t first_i = blockIdx_x * blockDim_x;
    while (first_i + 4LL * step <= X_len) {
        const int begin = first_i;
        for (int block = 0; block < blocks; ++block) {
#pragma omp simd
            for (int thread = 0; thread < blockDim_x; ++thread) {
                const int lane = block * blockDim_x + thread;
                const int threadIdx_x = thread;
#pragma GCC unroll 4
                for (int turn = 0; turn < 4; ++turn) {
                    const int i = begin + (turn * step + (block * blockDim_x + threadIdx_x));
                    const float x = half_to_float(X[i]);
                    const float w = W[W_cols + i];
                    if (w > 0.0f) {
                        t[lane] += x * w;
                    }
                }
            }
        }
        first_i += 4LL * step;
    }
    while (first_i < X_len) {
        const int begin = first_i;
        const int left = X_len - begin;
        for (int block = 0; block < blocks; ++block) {
            const int threads = left - block * blockDim_x < blockDim_x ? left - block * blockDim_x
                : blockDim_x;
#pragma omp simd
            for (int thread = 0; thread < threads; ++thread) {
                const int lane = block * blockDim_x + thread;
                const int threadIdx_x = thread;
                const int i = begin + (block * blockDim_x + threadIdx_x);
                const float x = half_to_float(X[i]);
                const float w = W[W_cols + i];
                if (w > 0.0f) {
                    t[lane] += x * w;
                }
            }
        }
        first_i += step;
    }
    for (int block = 0; block < blocks; ++block) {
#pragma omp simd
        for (int thread = 0; thread < blockDim_x; ++thread) {
            const int lane = block * blockDim_x + thread;
            const int idx = first_idx + block * blockDim_x + thread;
            out[idx] = t[lane];
        }
    }
}

extern "C" void run_dot(const CpuRange* range, const half* X, int X_len, const float* W, int /*W_rows*/,
                        int W_cols, float* out, int /*out_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block;) {
        const CpuBlock block = block_of(*range, number);
        const int together = blocks_together(*range, number, 64, 16384);
        if (usual) {
            dot_block(together, block.first[0], block.index[0], 256, int(range->grid[0]), X, X_len, W, W_cols,
                      out);
        } else {
            dot_block(together, block.first[0], block.index[0], int(range->block[0]), int(range->grid[0]), X,
                      X_len, W, W_cols, out);
        }
        number += together;
    }
}

// Eight turns of three loads would need too many registers.
//
// Several blocks run at once, because threads of neighbouring blocks go through memory side by side.
static inline __attribute__((always_inline)) void three_block(int blocks, int first_idx, int blockIdx_x,
                                                              int blockDim_x, int gridDim_x, const float* X,
                                                              int X_len, const float* Y, const float* Z,
                                                              float* out)
{
    float t[16384];
    for (int block = 0; block < blocks; ++block) {
#pragma omp simd
        for (int thread = 0; thread < blockDim_x; ++thread) {
            const int lane = block * blockDim_x + thread;
            t[lane] = 0.0f;
        }
    }
    const int step = gridDim_x * blockDim_x;
    int64_t first_i = blockIdx_x * blockDim_x;
    while (first_i + 4LL * step <= X_len) {
        const int begin = first_i;
        for (int block = 0; block < blocks; ++block) {
#pragma omp simd
            for (int thread = 0; thread < blockDim_x; ++thread) {
                const int lane = block * blockDim_x + thread;
                const int threadIdx_x = thread;
#pragma GCC unroll 4
                for (int turn = 0; turn < 4; ++turn) {
                    const int i = begin + (turn * step + (block * blockDim_x + threadIdx_x));
                    t[lane] += X[i] * Y[i] + Z[i];
                }
            }
        }
        first_i += 4LL * step;
    }
    while (first_i < X_len) {
        const int begin = first_i;
        const int left = X_len - begin;
        for (int block = 0; block < blocks; ++block) {
            const int threads = left - block * blockDim_x < blockDim_x ? left - block * blockDim_x
                : blockDim_x;
#pragma omp simd
            for (int thread = 0; thread < threads; ++thread) {
                const int lane = block * blockDim_x + thread;
                const int threadIdx_x = thread;
                const int i = begin + (block * blockDim_x + threadIdx_x);
                t[lane] += X[i] * Y[i] + Z[i];
            }
        }
        first_i += step;
    }
    for (int block = 0; block < blocks; ++block) {
#pragma omp simd
        for (int thread = 0; thread < blockDim_x; ++thread) {
            const int lane = block * blockDim_x + thread;
            const int idx = first_idx + block * blockDim_x + thread;
            out[idx] = t[lane];
        }
    }
}

extern "C" void run_three(const CpuRange* range, const float* X, int X_len, const float* Y, int /*Y_len*/,
                          const float* Z, int /*Z_len*/, float* out, int /*out_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block;) {
        const CpuBlock block = block_of(*range, number);
        const int together = blocks_together(*range, number, 64, 16384);
        if (usual) {
            three_block(together, block.first[0], block.index[0], 256, int(range->grid[0]), X, X_len, Y, Z,
                        out);
        } else {
            three_block(together, block.first[0], block.index[0], int(range->block[0]), int(range->grid[0]),
                        X, X_len, Y, Z, out);
        }
        number += together;
    }
}

// The array that is read is written elsewhere in the kernel.
//
static inline __attribute__((always_inline)) void left_block(int first_idx, int blockIdx_x, int blockDim_x,
                                                             int gridDim_x, float* X, int X_len)
{
    float t[1024];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        t[lane] = 0.0f;
    }
    for (int64_t first_i = blockIdx_x * blockDim_x + 1; first_i < X_len; first_i += gridDim_x * blockDim_x) {
        const int begin = first_i;
        const int left = X_len - begin;
        // A turn is far from the one before it, so that the processor does not foresee what it loads.
        for (int lane = 0; lane < blockDim_x; lane += 16) {
            __builtin_prefetch(&X[first_i + 8LL * (gridDim_x * blockDim_x) + lane]);
        }
#pragma omp simd
        for (int lane = 0; lane < (left < blockDim_x ? left : blockDim_x); ++lane) {
            const int threadIdx_x = lane;
            const int i = begin + threadIdx_x;
            t[lane] += X[i];
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        X[idx] = t[lane];
    }
}

extern "C" void run_left(const CpuRange* range, float* X, int X_len)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            left_block(block.first[0], block.index[0], 256, int(range->grid[0]), X, X_len);
        } else {
            left_block(block.first[0], block.index[0], int(range->block[0]), int(range->grid[0]), X, X_len);
        }
    }
}

// The place of the next load is known when this turn has ended.
//
static inline __attribute__((always_inline)) void walks_block(int /*first_idx*/, int blockIdx_x,
                                                              int blockDim_x, int gridDim_x, const uint8_t* X,
                                                              int X_len, int* bins)
{
    int at[1024];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        at[lane] = 0;
    }
    for (int64_t first_i = blockIdx_x * blockDim_x; first_i < X_len; first_i += gridDim_x * blockDim_x) {
        const int begin = first_i;
        const int left = X_len - begin;
        for (int lane = 0; lane < (left < blockDim_x ? left : blockDim_x); ++lane) {
            const int threadIdx_x = lane;
            const int i = begin + threadIdx_x;
            at[lane] = trunc_mod(at[lane] + 1, X_len);
            atomic_add(&bins[X[at[lane]]], 1);
        }
    }
}

extern "C" void run_walks(const CpuRange* range, const uint8_t* X, int X_len, int* bins, int /*bins_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            walks_block(block.first[0], block.index[0], 256, int(range->grid[0]), X, X_len, bins);
        } else {
            walks_block(block.first[0], block.index[0], int(range->block[0]), int(range->grid[0]), X, X_len,
                        bins);
        }
    }
}

static inline void leaves(int idx, int blockDim_x, int gridDim_x, const uint8_t* X, int X_len, int* bins)
{
    for (int64_t i_counter = idx; i_counter < X_len; i_counter += gridDim_x * blockDim_x) {
        const int i = i_counter;
        if (X[i] == 0) break;
        atomic_add(&bins[X[i]], 1);
    }
}

extern "C" void run_leaves(const CpuRange* range, const uint8_t* X, int X_len, int* bins, int /*bins_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = whole_block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    leaves(x, int(range->block[0]), int(range->grid[0]), X, X_len, bins);
                }
            }
        }
    }
}

// The turns of a loop are not told apart by a compiler, unless the arrays are different ones.
//
static inline void scales(int idx, float by, const float* A, int A_cols, float* B, int B_cols)
{
    for (int k = 0; k < A_cols; ++k) {
        B[idx * B_cols + k] = by * A[idx * A_cols + k];
    }
}

// The same for a strip of up to 16 neighbouring threads at once. It gives false, having done nothing, where
// they part ways.
static inline __attribute__((always_inline)) bool scales_strip(int lanes, int first_idx, float by,
                                                               const float* A, int A_cols, float* B,
                                                               int B_cols)
{
    int first_k = 0;
    while (A_cols - first_k >= 8) {
        const int end_k = A_cols - first_k < 16 ? A_cols : first_k + 16;
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            for (int k = first_k; k < end_k; ++k) {
                B[idx * B_cols + k] = by * A[idx * A_cols + k];
            }
        }
        first_k = end_k;
    }
    for (int k = first_k; k < A_cols; ++k) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            B[idx * B_cols + k] = by * A[idx * A_cols + k];
        }
    }
    return true;
}

extern "C" void run_scales(const CpuRange* range, float by, const float* A, int /*A_rows*/, int A_cols,
                           float* B, int /*B_rows*/, int B_cols)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 16 ? block.end[0] - x : 16;
                    const bool done = lanes == 16
                        ? scales_strip(16, x, by, A, A_cols, B, B_cols)
                        : lanes >= 8 && scales_strip(lanes, x, by, A, A_cols, B, B_cols);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            scales(thread_x, by, A, A_cols, B, B_cols);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

// A name for one of two arrays is each of them, and one of these may be the array that is read.
//
static inline __attribute__((always_inline)) void by_name_block(int /*first_idx*/, int blockIdx_x,
                                                                int blockDim_x, int gridDim_x, int first,
                                                                const int* X, int X_len, int* Y, int* Z)
{
    int* const chosen = first != 0 ? Y : Z;
    for (int64_t first_i = blockIdx_x * blockDim_x; first_i < X_len; first_i += gridDim_x * blockDim_x) {
        const int begin = first_i;
        const int left = X_len - begin;
        // A turn is far from the one before it, so that the processor does not foresee what it loads.
        for (int lane = 0; lane < blockDim_x; lane += 16) {
            __builtin_prefetch(&X[first_i + 8LL * (gridDim_x * blockDim_x) + lane]);
        }
        for (int lane = 0; lane < (left < blockDim_x ? left : blockDim_x); ++lane) {
            const int threadIdx_x = lane;
            const int i = begin + threadIdx_x;
            atomic_add(&chosen[X[i]], 1);
        }
    }
}

extern "C" void run_by_name(const CpuRange* range, int first, const int* X, int X_len, int* Y, int /*Y_len*/,
                            int* Z, int /*Z_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            by_name_block(block.first[0], block.index[0], 256, int(range->grid[0]), first, X, X_len, Y, Z);
        } else {
            by_name_block(block.first[0], block.index[0], int(range->block[0]), int(range->grid[0]), first, X,
                          X_len, Y, Z);
        }
    }
}
