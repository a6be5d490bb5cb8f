// Translated from instances_of_built_ins.py by pycu2cu 0.2.0.
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
double sqrt(double);
}

// Python's max(a, b): a unless b is greater.
static inline float maximum(float a, float b)
{
    return b > a ? b : a;
}

static inline float zipWith_max(int a, float b)
{
    return maximum(float(a), b);
}

static inline float zipWith_sub(float a, float b)
{
    return a - b;
}

static inline void zipWith_max_float_int_float(int idx, const int* X, const float* Y, float* Z, int /*Z_len*/)
{
    Z[idx] = zipWith_max(X[idx], Y[idx]);
}

extern "C" void run_zipWith_max_float_int_float(const CpuRange* range, const int* X, int /*X_len*/,
                                                const float* Y, int /*Y_len*/, float* Z, int Z_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (Z_len < block.end[0]) block.end[0] = Z_len;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    zipWith_max_float_int_float(x, X, Y, Z, Z_len);
                }
            }
        }
    }
}

static inline void zipWith_sub_float(int idx, const float* X, const float* Y, float* Z, int /*Z_len*/)
{
    Z[idx] = zipWith_sub(X[idx], Y[idx]);
}

extern "C" void run_zipWith_sub_float(const CpuRange* range, const float* X, int /*X_len*/, const float* Y,
                                      int /*Y_len*/, float* Z, int Z_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (Z_len < block.end[0]) block.end[0] = Z_len;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    zipWith_sub_float(x, X, Y, Z, Z_len);
                }
            }
        }
    }
}

static inline double apply_sqrt(double a)
{
    return sqrt(a);
}

static inline void apply_sqrt_double(int idx, double* X)
{
    X[idx] = apply_sqrt(X[idx]);
}

extern "C" void run_apply_sqrt_double(const CpuRange* range, double* X, int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    apply_sqrt_double(x, X);
                }
            }
        }
    }
}

static inline int convert_int(float a)
{
    return int(a);
}

static inline void convert_int_int_float(int idx, const float* X, int* Y)
{
    Y[idx] = convert_int(X[idx]);
}

extern "C" void run_convert_int_int_float(const CpuRange* range, const float* X, int /*X_len*/, int* Y,
                                          int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    convert_int_int_float(x, X, Y);
                }
            }
        }
    }
}
