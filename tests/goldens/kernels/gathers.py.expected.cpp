// Translated from gathers.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ prelude blocks_together

// From the C library.
extern "C" {
float sqrtf(float);
}

static const int SQUARES[8] = {0, 1, 4, 9, 16, 25, 36, 49};
//+ helper minimum(int)

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
#ifdef __clang__
#pragma omp simd
#else // g++ loads more elements at once by slower instructions
#pragma omp simd simdlen(4)
#endif
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
#ifdef __clang__
#pragma omp simd
#else // g++ loads more elements at once by slower instructions
#pragma omp simd simdlen(4)
#endif
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
#ifdef __clang__
#pragma omp simd
#else // g++ loads more elements at once by slower instructions
#pragma omp simd simdlen(4)
#endif
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
        // The elements of one iteration are far from those of the last one, so that the processor does not
        // foresee them.
        for (int lane = 0; lane < blockDim_x; lane += 16) {
            __builtin_prefetch(&at[first_i + 8LL * (gridDim_x * blockDim_x) + lane]);
        }
#ifdef __clang__
#pragma omp simd
#else // g++ loads more elements at once by slower instructions
#pragma omp simd simdlen(4)
#endif
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

static inline void bounded(int idx, const float* X, const int* at, int n, float* Y)
{
    Y[idx] = X[minimum(at[idx], n - 1)];
}

extern "C" void run_bounded(const CpuRange* range, const float* X, int /*X_len*/, const int* at,
                            int /*at_len*/, int n, float* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#ifdef __clang__
#pragma omp simd
#else // g++ loads more elements at once by slower instructions
#pragma omp simd simdlen(4)
#endif
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    bounded(x, X, at, n, Y);
                }
            }
        }
    }
}

// Several blocks run at once, because threads of neighbouring blocks go through memory side by side.
static inline __attribute__((always_inline)) void summed_block(int blocks, int first_idx, int blockIdx_x,
                                                               int blockDim_x, int gridDim_x, const float* X,
                                                               const int* at, int n, float* sums)
{
    float total[16384];
    for (int block = 0; block < blocks; ++block) {
#pragma omp simd
        for (int thread = 0; thread < blockDim_x; ++thread) {
            const int lane = block * blockDim_x + thread;
            total[lane] = 0.0f;
        }
    }
    const int step = gridDim_x * blockDim_x;
    int64_t first_i = blockIdx_x * blockDim_x;
    while (first_i + 4LL * step <= n) {
        const int begin = first_i;
        for (int block = 0; block < blocks; ++block) {
#ifdef __clang__
#pragma omp simd
#else // g++ loads more elements at once by slower instructions
#pragma omp simd simdlen(4)
#endif
            for (int thread = 0; thread < blockDim_x; ++thread) {
                const int lane = block * blockDim_x + thread;
                const int threadIdx_x = thread;
#pragma GCC unroll 4
                for (int iteration = 0; iteration < 4; ++iteration) {
                    const int i = begin + (iteration * step + (block * blockDim_x + threadIdx_x));
                    total[lane] += X[at[i]];
                }
            }
        }
        first_i += 4LL * step;
    }
    while (first_i < n) {
        const int begin = first_i;
        const int left = n - begin;
        for (int block = 0; block < blocks; ++block) {
            const int threads = left - block * blockDim_x < blockDim_x ? left - block * blockDim_x
                : blockDim_x;
#ifdef __clang__
#pragma omp simd
#else // g++ loads more elements at once by slower instructions
#pragma omp simd simdlen(4)
#endif
            for (int thread = 0; thread < threads; ++thread) {
                const int lane = block * blockDim_x + thread;
                const int threadIdx_x = thread;
                const int i = begin + (block * blockDim_x + threadIdx_x);
                total[lane] += X[at[i]];
            }
        }
        first_i += step;
    }
    for (int block = 0; block < blocks; ++block) {
#pragma omp simd
        for (int thread = 0; thread < blockDim_x; ++thread) {
            const int lane = block * blockDim_x + thread;
            const int idx = first_idx + block * blockDim_x + thread;
            sums[idx] = total[lane];
        }
    }
}

extern "C" void run_summed(const CpuRange* range, const float* X, int /*X_len*/, const int* at,
                           int /*at_len*/, int n, float* sums, int /*sums_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block;) {
        const CpuBlock block = block_of(*range, number);
        const int together = blocks_together(*range, number, 64, 16384);
        if (usual) {
            summed_block(together, block.first[0], block.index[0], 256, int(range->grid[0]), X, at, n, sums);
        } else {
            summed_block(together, block.first[0], block.index[0], int(range->block[0]), int(range->grid[0]),
                         X, at, n, sums);
        }
        number += together;
    }
}

static inline __attribute__((always_inline)) void counted_block(int first_idx, int blockIdx_x, int blockDim_x,
                                                                const int* X, const int* at, int* counts)
{
    int count_ = 0;
#ifdef __clang__
#pragma omp simd reduction(+ : count_)
#else // g++ loads more elements at once by slower instructions
#pragma omp simd simdlen(4) reduction(+ : count_)
#endif
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        count_ += X[at[idx]] > 7;
    }
    const int count = count_;
    for (int lane = 0; lane < 1; ++lane) {
        counts[blockIdx_x] = count;
    }
}

extern "C" void run_counted(const CpuRange* range, const int* X, int /*X_len*/, const int* at, int /*at_len*/,
                            int* counts, int /*counts_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            counted_block(block.first[0], block.index[0], 256, X, at, counts);
        } else {
            counted_block(block.first[0], block.index[0], int(range->block[0]), X, at, counts);
        }
    }
}

// Neighbours along x load one element of `rows`, and then neighbours.
static inline void by_row(int idx, int idy, const float* X, int X_cols, const int* rows, float* Y, int Y_cols)
{
    Y[idy * Y_cols + idx] = X[rows[idy] * X_cols + idx];
}

extern "C" void run_by_row(const CpuRange* range, const float* X, int /*X_rows*/, int X_cols, const int* rows,
                           int /*rows_len*/, float* Y, int /*Y_rows*/, int Y_cols)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    by_row(x, y, X, X_cols, rows, Y, Y_cols);
                }
            }
        }
    }
}

static inline void shifted(int idx, const float* X, const int* by, float* Y)
{
    const int k = by[1];
    Y[idx] = X[idx + by[0]] + X[idx + k];
}

extern "C" void run_shifted(const CpuRange* range, const float* X, int /*X_len*/, const int* by,
                            int /*by_len*/, float* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    shifted(x, X, by, Y);
                }
            }
        }
    }
}

static inline void lists(int idx, int idy, const float* X, const int* X_offsets, int /*X_len*/, float* Y,
                         const int* Y_offsets, int /*Y_len*/)
{
    Y[Y_offsets[idy] + idx] = 2.0f * X[X_offsets[idy] + idx];
}

extern "C" void run_lists(const CpuRange* range, const float* X, const int* X_offsets, int X_len, float* Y,
                          const int* Y_offsets, int Y_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    lists(x, y, X, X_offsets, X_len, Y, Y_offsets, Y_len);
                }
            }
        }
    }
}

static inline void own(int idx, const int* at, int* Y)
{
    int a[4];
    for (int i = 0; i < 4; ++i) {
        a[i] = i * i;
    }
    Y[idx] = a[at[idx] & 3];
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool own_strip(int lanes, int first_idx, const int* at, int* Y)
{
    int a[32][4];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
    }
    for (int i = 0; i < 4; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            a[lane][i] = i * i;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        Y[idx] = a[lane][at[idx] & 3];
    }
    return true;
}

extern "C" void run_own(const CpuRange* range, const int* at, int /*at_len*/, int* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? own_strip(32, x, at, Y)
                        : lanes >= 8 && own_strip(lanes, x, at, Y);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            own(thread_x, at, Y);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
