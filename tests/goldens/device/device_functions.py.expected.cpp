// Translated from device_functions.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ type float3

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
//+ helper minimum(int)

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
