// Translated from device_functions.py by pycu2cu 0.2.0.
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

struct float3
{
    float x;
    float y;
    float z;
};

#define __host__
#define __device__
#define __constant__
#define __noinline__
#define __forceinline__ inline

// device_functions.py:5
#define EDGE 0.5f
namespace shape {
__host__ __device__ float square(float x) { return x * x; }
}
__host__ __device__ float3 middle(float3 a, float3 b) {
    return {EDGE * (a.x + b.x), EDGE * (a.y + b.y), EDGE * (a.z + b.z)};
}
template <typename T>
__host__ __device__ T larger(T a, T b) { return a > b ? a : b; }
__host__ __device__ void put(float* to, int at, float value) { to[at] = value; }
__host__ __device__ float total(const float* of, int count) {
    float sum = 0;
    for (int i = 0; i < count; ++i) sum += of[i];
    return sum;
}

// Python's min(a, b): a unless b is less.
static inline int minimum(int a, int b)
{
    return b < a ? b : a;
}

static inline void areas(int idx, const float* X, int /*X_len*/, float* Y, int EDGE_)
{
    const float largest = larger<float>(X[idx], 1.0f);
    const float square_result = shape::square(largest);
    put(Y, idx, square_result + shape::square(float(EDGE_)));
}

extern "C" void run_areas(const CpuRange* range, const float* X, int X_len, float* Y, int /*Y_len*/,
                          int EDGE_)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (X_len < block.end[0]) block.end[0] = X_len;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    areas(x, X, X_len, Y, EDGE_);
                }
            }
        }
    }
}

static inline void centres(int idx, float3* A, int /*A_len*/, const float3* B, float* X, int X_len)
{
    A[idx] = middle(A[idx], B[idx]);
    X[idx] = total(X + minimum(idx, X_len), X_len - idx);
}

extern "C" void run_centres(const CpuRange* range, float3* A, int A_len, const float3* B, int /*B_len*/,
                            float* X, int X_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (A_len < block.end[0]) block.end[0] = A_len;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    centres(x, A, A_len, B, X, X_len);
                }
            }
        }
    }
}
