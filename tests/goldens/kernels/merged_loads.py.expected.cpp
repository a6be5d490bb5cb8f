// Translated from merged_loads.py by pycu2cu 0.2.0.
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

struct Point
{
    int x;
    float y;
};

static inline void choice(int idx, const uint32_t* A, int* S, double* R, bool c)
{
    S[idx] = (S[idx] * 5 + 3) & 511;
    R[idx] = c ? int(A[idx]) : S[0];
}

extern "C" void run_choice(const CpuRange* range, const uint32_t* A, int /*A_len*/, int* S, int /*S_len*/,
                           double* R, int /*R_len*/, bool c)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    choice(x, A, S, R, c);
                }
            }
        }
    }
}

static inline void branches(int idx, const Point* P, int* S, double* R, bool c)
{
    S[idx] = (S[idx] * 5 + 3) & 511;
    int x = P[idx].x;
    if (c) {
        x = S[0];
    }
    R[idx] = x;
}

extern "C" void run_branches(const CpuRange* range, const Point* P, int /*P_len*/, int* S, int /*S_len*/,
                             double* R, int /*R_len*/, bool c)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    branches(x_2, P, S, R, c);
                }
            }
        }
    }
}

static inline void joined(int idx, const uint32_t* A, int* S, int64_t* R)
{
    S[idx] += 1;
    if (A[idx] > 2 && S[0] > 3) {
        R[idx] = 4;
    }
}

extern "C" void run_joined(const CpuRange* range, const uint32_t* A, int /*A_len*/, int* S, int /*S_len*/,
                           int64_t* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    joined(x, A, S, R);
                }
            }
        }
    }
}

static inline uint32_t first_of(const uint32_t* A, const int* S, bool c)
{
    if (c) return A[0];
    return uint32_t(S[0]);
}

static inline void called(int idx, const uint32_t* A, int* S, int64_t* R, bool c)
{
    S[idx] += 1;
    R[idx] = first_of(A, S, c);
}

extern "C" void run_called(const CpuRange* range, const uint32_t* A, int /*A_len*/, int* S, int /*S_len*/,
                           int64_t* R, int /*R_len*/, bool c)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    called(x, A, S, R, c);
                }
            }
        }
    }
}

static inline void turns(int idx, const uint32_t* A, int* S, int64_t* R, int n)
{
    S[idx] += 1;
    int last = S[0];
    for (int i = 0; i < n; ++i) {
        last = int(A[i]);
    }
    R[idx] = last;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they part ways.
static inline __attribute__((always_inline)) bool turns_strip(int lanes, int first_idx, const uint32_t* A,
                                                              int* S, int64_t* R, int n)
{
    int last[32];
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        S[idx] += 1;
        last[lane] = S[0];
    }
    for (int i = 0; i < n; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            last[lane] = int(A[i]);
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        R[idx] = last[lane];
    }
    return true;
}

extern "C" void run_turns(const CpuRange* range, const uint32_t* A, int /*A_len*/, int* S, int /*S_len*/,
                          int64_t* R, int /*R_len*/, int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? turns_strip(32, x, A, S, R, n)
                        : lanes >= 8 && turns_strip(lanes, x, A, S, R, n);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            turns(thread_x, A, S, R, n);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline void other_sizes(int idx, const uint8_t* A, int* S, int64_t* R, bool c)
{
    S[idx] += 1;
    R[idx] = c ? A[idx] : S[0];
}

extern "C" void run_other_sizes(const CpuRange* range, const uint8_t* A, int /*A_len*/, int* S, int /*S_len*/,
                                int64_t* R, int /*R_len*/, bool c)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    other_sizes(x, A, S, R, c);
                }
            }
        }
    }
}

static inline void side_by_side(int idx, const uint32_t* A, int* S, int /*S_len*/)
{
    S[idx] += int(A[idx]);
}

extern "C" void run_side_by_side(const CpuRange* range, const uint32_t* A, int /*A_len*/, int* S, int S_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (S_len < block.end[0]) block.end[0] = S_len;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    side_by_side(x, A, S, S_len);
                }
            }
        }
    }
}

static inline void only_written(int idx, const uint32_t* A, int* S, bool c)
{
    if (c) {
        S[idx] = int(A[idx]);
    }
}

extern "C" void run_only_written(const CpuRange* range, const uint32_t* A, int /*A_len*/, int* S,
                                 int /*S_len*/, bool c)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    only_written(x, A, S, c);
                }
            }
        }
    }
}
