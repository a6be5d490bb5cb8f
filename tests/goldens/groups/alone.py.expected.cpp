// Translated from alone.py by pycu2cu 0.2.0.
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

// atomicAdd: gives the old value.
static inline int atomic_add(int* address, int value)
{
    return __atomic_fetch_add(address, value, __ATOMIC_ACQ_REL);
}

// atomicMax: gives the old value.
static inline float atomic_max(float* address, float value)
{
    float old;
    __atomic_load(address, &old, __ATOMIC_ACQUIRE);
    while (value > old &&
           !__atomic_compare_exchange(address, &old, &value, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    }
    return old;
}

static inline void numbers(int idx, int* X, int* count)
{
    X[idx] = atomic_add(&count[0], 1);
}

extern "C" void run_numbers(const CpuRange* range, int* X, int /*X_len*/, int* count, int /*count_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    numbers(x, X, count);
                }
            }
        }
    }
}

static inline void some(int idx, const float* X, float* Y)
{
    if (X[idx] > 0.0f) {
        Y[idx] = X[idx];
    }
}

extern "C" void run_some(const CpuRange* range, const float* X, int /*X_len*/, float* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    some(x, X, Y);
                }
            }
        }
    }
}

static inline void escape(int idx, const float* X, int* N)
{
    float z = X[idx];
    int n = 0;
    while (n < 100 && z < 4.0f) {
        z = z * z + X[idx];
        n += 1;
    }
    N[idx] = n;
}

extern "C" void run_escape(const CpuRange* range, const float* X, int /*X_len*/, int* N, int /*N_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z_2 = block.first[2]; z_2 < block.end[2]; ++z_2) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    escape(x, X, N);
                }
            }
        }
    }
}

static inline void places(int idx, int threadIdx_x, int* X)
{
    X[idx] = threadIdx_x;
}

extern "C" void run_places(const CpuRange* range, int* X, int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    places(x, x - block.first[0], X);
                }
            }
        }
    }
}

static inline void apart(int idx, const float* X, float* Y)
{
    Y[idx] = X[2 * idx];
}

extern "C" void run_apart(const CpuRange* range, const float* X, int /*X_len*/, float* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    apart(x, X, Y);
                }
            }
        }
    }
}

// What a turn adds is what an atomic operation of an earlier turn may have left.
//
static inline void lifts(int idx, float* A, int A_cols, float* S)
{
    float total = 0.0f;
    for (int i = 0; i < A_cols; ++i) {
        atomic_max(&A[idx * A_cols], 3.0f);
        total += A[idx * A_cols + i];
    }
    S[idx] = total;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they part ways.
static inline __attribute__((always_inline)) bool lifts_strip(int lanes, int first_idx, float* A, int A_cols,
                                                              float* S)
{
    float total[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        total[lane] = 0.0f;
    }
    for (int i = 0; i < A_cols; ++i) {
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            atomic_max(&A[idx * A_cols], 3.0f);
            total[lane] += A[idx * A_cols + i];
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        S[idx] = total[lane];
    }
    return true;
}

extern "C" void run_lifts(const CpuRange* range, float* A, int /*A_rows*/, int A_cols, float* S,
                          int /*S_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? lifts_strip(32, x, A, A_cols, S)
                        : lanes >= 8 && lifts_strip(lanes, x, A, A_cols, S);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            lifts(thread_x, A, A_cols, S);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
