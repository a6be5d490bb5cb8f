// Translated from volatile_arrays.py by pycu2cu 0.2.0.

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

// IEEE's half precision in memory, by its bits; a value of it is a float.
typedef uint16_t half;

struct Point
{
    float x;
    float y;
};

struct alignas(8) float2
{
    float x;
    float y;
};

static inline float2 operator*(float2 a, float b)
{
    return {a.x * b, a.y * b};
}

// atomicAdd: gives the old value.
static inline int atomic_add(int* address, int value)
{
    return __atomic_fetch_add(address, value, __ATOMIC_ACQ_REL);
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

// The bits of a value that a half has.
static inline half half_from_float(float x)
{
    const float scaled = __builtin_fabsf(x) * 0x1p-112f;
    uint32_t bits, sign;
    __builtin_memcpy(&bits, &scaled, sizeof bits);
    __builtin_memcpy(&sign, &x, sizeof sign);
    const uint32_t special = x != x ? 0x7e00u : 0x7c00u;
    const uint32_t magnitude = bits >> 13 < 0x7c00u ? bits >> 13 : special;
    return half(magnitude | (sign >> 16 & 0x8000u));
}

// The nearest value that a half has, ties to even: adding a number that is larger by the bits too many rounds
// them off.
static inline float round_to_half(float x)
{
    uint32_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    uint32_t exponent = bits & 0x7f800000u;
    exponent = exponent < 0x38800000u ? 0x38800000u : exponent > 0x47800000u ? 0x47800000u : exponent;
    exponent += 0x06c00000u; // 1.5 * 2^13 times that power of two
    float shift;
    __builtin_memcpy(&shift, &exponent, sizeof shift);
    const float nearest = __builtin_fabsf((x + shift) - shift);
    return __builtin_copysignf(nearest > 65504.0f ? __builtin_inff() : nearest, x);
}

static inline float total(const float* X, int n)
{
    float result = 0.0f;
    for (int i = 0; i < n; ++i) {
        result += X[i];
    }
    return result;
}

static inline __attribute__((always_inline)) void many_block(int first_idx, int first_idy, int blockDim_x,
                                                             int blockDim_y, Point* P, float2* V, half* H,
                                                             const float* A, int A_rows, int A_cols, int* N,
                                                             float* X)
{
    alignas(64) float tile[8 * 8];
    float own[1024][4];
    for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
        for (int x = 0; x < blockDim_x; ++x) {
            const int lane = y * blockDim_x + x;
            const int idx = first_idx + x;
            const int idy = first_idy + y;
            const int threadIdx_x = x;
            const int threadIdx_y = y;
            own[lane][idx & 3] = X[idx];
            tile[threadIdx_y * 8 + threadIdx_x] = A[idy * A_cols + idx];
        }
    }
    for (int y = 0; y < blockDim_y; ++y) {
        for (int x = 0; x < blockDim_x; ++x) {
            const int lane = y * blockDim_x + x;
            const int idx = first_idx + x;
            const int threadIdx_x = x;
            const int threadIdx_y = y;
            X[idx] += tile[threadIdx_x * 8 + threadIdx_y] * X[idx];
            P[idx].x += P[idx].y;
            P[idx] = P[idx + 1];
            V[idx] = V[idx] * 2.0f;
            X[idx] += V[idx].x + own[lane][0];
            H[idx] = half_from_float(round_to_half(half_to_float(H[idx]) * 2.0f));
            atomic_add(&N[0], N[idx]);
        }
    }
    for (int row_index = 0; row_index < A_rows; ++row_index) {
        const int row = row_index * A_cols;
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int idx = first_idx + x;
                X[idx] += A[row] + total(A + row, A_cols);
            }
        }
    }
}

extern "C" void run_many(const CpuRange* range, void* const* slots)
{
    Point* const P = *static_cast<Point* const*>(slots[0]);
    float2* const V = *static_cast<float2* const*>(slots[1]);
    half* const H = *static_cast<half* const*>(slots[2]);
    const float* const A = *static_cast<const float* const*>(slots[3]);
    const int A_rows = *static_cast<const int*>(slots[4]);
    const int A_cols = *static_cast<const int*>(slots[5]);
    int* const N = *static_cast<int* const*>(slots[6]);
    float* const X = *static_cast<float* const*>(slots[7]);

    const bool usual = range->block[0] == 16 && range->block[1] == 16;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            many_block(block.first[0], block.first[1], 16, 16, P, V, H, A, A_rows, A_cols, N, X);
        } else {
            many_block(block.first[0], block.first[1], int(range->block[0]), int(range->block[1]), P, V, H, A,
                       A_rows, A_cols, N, X);
        }
    }
}
