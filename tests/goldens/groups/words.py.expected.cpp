// Translated from words.py by pycu2cu 0.2.0.
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

// atomicAdd: gives the old value.
static inline int atomic_add(int* address, int value)
{
    return __atomic_fetch_add(address, value, __ATOMIC_ACQ_REL);
}

// Adds a multiple of one vector to another.
//
static inline void saxpy(int idx, float alpha, const float* X, int /*X_len*/, float* Y)
{
    Y[idx] = alpha * X[idx] + Y[idx];
}

extern "C" void run_saxpy(const CpuRange* range, float alpha, const float* X, int X_len, float* Y,
                          int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (X_len < block.end[0]) block.end[0] = X_len;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    saxpy(x, alpha, X, X_len, Y);
                }
            }
        }
    }
}

static inline void picks(int idx, const double* X, const int* at, double* Y)
{
    Y[idx] = X[at[idx]];
}

extern "C" void run_picks(const CpuRange* range, const double* X, int /*X_len*/, const int* at,
                          int /*at_len*/, double* Y, int /*Y_len*/)
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
                    picks(x, X, at, Y);
                }
            }
        }
    }
}

static inline __attribute__((always_inline)) void grey(int idx, int idy, const uint8_t* image, int image_dim1,
                                                       int image_dim2, uint8_t* out, int out_cols)
{
    const int red = int(image[(idy * image_dim1 + idx) * image_dim2]);
    out[idy * out_cols + idx] =
        uint8_t((77 * red + 150 * int(image[(idy * image_dim1 + idx) * image_dim2 + 1])
                 + 29 * int(image[(idy * image_dim1 + idx) * image_dim2 + 2])) >> 8);
}

extern "C" void run_grey(const CpuRange* range, const uint8_t* image, int /*image_dim0*/, int image_dim1,
                         int image_dim2, uint8_t* out, int /*out_rows*/, int out_cols)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                if (image_dim2 == 3) {
#pragma omp simd
                    for (int x = block.first[0]; x < block.end[0]; ++x) {
                        grey(x, y, image, image_dim1, 3, out, out_cols);
                    }
                } else {
#pragma omp simd
                    for (int x = block.first[0]; x < block.end[0]; ++x) {
                        grey(x, y, image, image_dim1, image_dim2, out, out_cols);
                    }
                }
            }
        }
    }
}

static inline void sums(int idx, const float* A, int A_cols, float* out)
{
    float total = 0.0f;
    const int v_start = idx * A_cols;
    for (int i = 0; i < A_cols; ++i) {
        const float v = A[v_start + i];
        total += v;
    }
    out[idx] = total;
}

// The same for a strip of up to 16 neighbouring threads at once. It gives false, having done nothing, where
// they part ways.
static inline __attribute__((always_inline)) bool sums_strip(int lanes, int first_idx, const float* A,
                                                             int A_cols, float* out)
{
    float total[16];
    int v_start[16];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        total[lane] = 0.0f;
        v_start[lane] = idx * A_cols;
    }
    int first_i = 0;
    while (A_cols - first_i >= 8) {
        const int end_i = A_cols - first_i < 16 ? A_cols : first_i + 16;
        for (int lane = 0; lane < lanes; ++lane) {
            for (int i = first_i; i < end_i; ++i) {
                const float v = A[v_start[lane] + i];
                total[lane] += v;
            }
        }
        first_i = end_i;
    }
    for (int i = first_i; i < A_cols; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const float v = A[v_start[lane] + i];
            total[lane] += v;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        out[idx] = total[lane];
    }
    return true;
}

extern "C" void run_sums(const CpuRange* range, const float* A, int /*A_rows*/, int A_cols, float* out,
                         int /*out_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 16 ? block.end[0] - x : 16;
                    const bool done = lanes == 16
                        ? sums_strip(16, x, A, A_cols, out)
                        : lanes >= 8 && sums_strip(lanes, x, A, A_cols, out);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            sums(thread_x, A, A_cols, out);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline void pulls(int idx, const float* x, int x_len, const float* y, float* out)
{
    const float own = x[idx];
    float total = 0.0f;
    for (int j = 0; j < x_len; ++j) {
        const float d = x[j] - own;
        total += y[j] * d / sqrtf(d * d + 0.01f) + 1.0f / sqrtf(d * d + 0.25f);
    }
    out[idx] = total;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they part ways.
static inline __attribute__((always_inline)) bool pulls_strip(int lanes, int first_idx, const float* x,
                                                              int x_len, const float* y, float* out)
{
    float own[32];
    float total[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        own[lane] = x[idx];
        total[lane] = 0.0f;
    }
    for (int j = 0; j < x_len; ++j) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const float d = x[j] - own[lane];
            total[lane] += y[j] * d / sqrtf(d * d + 0.01f) + 1.0f / sqrtf(d * d + 0.25f);
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        out[idx] = total[lane];
    }
    return true;
}

extern "C" void run_pulls(const CpuRange* range, const float* x, int x_len, const float* y, int /*y_len*/,
                          float* out, int /*out_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y_2 = block.first[1]; y_2 < block.end[1]; ++y_2) {
                for (int x_2 = block.first[0]; x_2 < block.end[0];) {
                    const int lanes = block.end[0] - x_2 < 32 ? block.end[0] - x_2 : 32;
                    const bool done = lanes == 32
                        ? pulls_strip(32, x_2, x, x_len, y, out)
                        : lanes >= 8 && pulls_strip(lanes, x_2, x, x_len, y, out);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            pulls(thread_x, x, x_len, y, out);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}

static inline void counts(int idx, const int* X, int /*X_len*/, int* bins)
{
    atomic_add(&bins[X[idx]], 1);
}

extern "C" void run_counts(const CpuRange* range, const int* X, int X_len, int* bins, int /*bins_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (X_len < block.end[0]) block.end[0] = X_len;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    counts(x, X, X_len, bins);
                }
            }
        }
    }
}

// Neighbours, and something else at the ends.
//
static inline void edges(int idx, const float* X, int X_len, float* Y)
{
    if (idx == 0) {
        Y[idx] = 0.0f;
    } else if (idx < X_len - 1) {
        Y[idx] = X[idx - 1] + X[idx + 1];
    } else {
        Y[idx] = 1.0f;
    }
}

extern "C" void run_edges(const CpuRange* range, const float* X, int X_len, float* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    edges(x, X, X_len, Y);
                }
            }
        }
    }
}
