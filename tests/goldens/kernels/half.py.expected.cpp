// Translated from half.py by pycu2cu 0.2.0.
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
float copysignf(float, float);
float fabsf(float);
float floorf(float);
float fmodf(float, float);
int printf(const char*, ...);
float rintf(float);
float sqrtf(float);
}

// IEEE's half precision in memory, by its bits; a value of it is a float.
typedef uint16_t half;

// The upper half of a float in memory; a value of it is a float.
typedef uint16_t bfloat16;

struct half_half
{
    half first;
    half second;
};

constexpr float SCALE = 0.099975586f;

// Python's a // b: rounds toward minus infinity; a zero divisor gives an infinity or a NaN.
static inline float floor_div(float a, float b)
{
    if (b == 0) return a / b;
    const float rest = fmodf(a, b);
    float quotient = (a - rest) / b;
    if (rest != 0 && (rest < 0) != (b < 0)) {
        quotient -= 1;
    }
    if (quotient == 0) return copysignf(0.0f, a / b);
    const float floored = floorf(quotient);
    return quotient - floored > 0.5f ? floored + 1 : floored;
}

// x ** 2.
static inline float square(float x)
{
    return x * x;
}

// Python's min(a, b): a unless b is less.
static inline float minimum(float a, float b)
{
    return b < a ? b : a;
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

// The value of a bfloat16.
static inline float bfloat16_to_float(bfloat16 x)
{
    const uint32_t bits = uint32_t(x) << 16;
    float result;
    __builtin_memcpy(&result, &bits, sizeof result);
    return result;
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

// The bits of a value that a bfloat16 has.
static inline bfloat16 bfloat16_from_float(float x)
{
    uint32_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bfloat16(bits >> 16);
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

// The nearest value that a bfloat16 has, ties to even.
static inline float round_to_bfloat16(float x)
{
    uint32_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    bits = (bits + 0x7fffu + (bits >> 16 & 1u)) & 0xffff0000u;
    float nearest;
    __builtin_memcpy(&nearest, &bits, sizeof nearest);
    return x == x ? nearest : __builtin_nanf("");
}

// The nearest value that a bfloat16 has, ties to even.
static inline float round_to_bfloat16(double x)
{
    uint64_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    uint64_t exponent = bits & 0x7ff0000000000000u;
    exponent = exponent < 0x3810000000000000u   ? 0x3810000000000000u
               : exponent > 0x47f0000000000000u ? 0x47f0000000000000u
                                                : exponent;
    exponent += 0x02d8000000000000u; // 1.5 * 2^45 times that power of two
    double shift;
    __builtin_memcpy(&shift, &exponent, sizeof shift);
    const double nearest = __builtin_fabs((x + shift) - shift);
    return float(__builtin_copysign(nearest > 0x1.fep127 ? __builtin_inf() : nearest, x));
}

// Rounds after each operation.
static inline float blend(float a, float b, float t)
{
    return round_to_half(a + round_to_half(b - a) * t);
}

static inline void saxpy(int idx, half a, const half* X, half* Y)
{
    Y[idx] = half_from_float(round_to_half(half_to_float(Y[idx])
                                           + round_to_half(half_to_float(a) * half_to_float(X[idx]))));
}

extern "C" void run_saxpy(const CpuRange* range, half a, const half* X, int /*X_len*/, half* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    saxpy(x, a, X, Y);
                }
            }
        }
    }
}

static inline void steps(int idx, half* X, bfloat16* B, float* F, int* I)
{
    const float x = round_to_half(round_to_half(half_to_float(X[idx]) * SCALE) + 0.5f); // literals are halves here
    float total = 0.0f;
    for (int i = 0; i < 3; ++i) {
        total = round_to_half(total + x);
    }
    X[idx] = half_from_float(round_to_half(round_to_half(round_to_half(floor_div(blend(total, x, 0.25f),
                                                         3.0f)) + round_to_half(square(fabsf(x))))
                                           - minimum(x, 2.0f)));
    B[idx] = bfloat16_from_float(bfloat16_to_float(B[idx]) > 1.0f
                                 ? round_to_bfloat16(bfloat16_to_float(B[idx]) / 3.0f)
                                 : -bfloat16_to_float(B[idx]));
    B[idx] = bfloat16_from_float(round_to_bfloat16(double(I[idx])));
    F[idx] = half_to_float(X[idx]) + bfloat16_to_float(B[idx]) + sqrtf(x);
    I[idx] = int(x) + int(rintf(half_to_float(X[idx])));
    if (x != 0.0f && total <= 3.0f) {
        printf("%g\n", x);
    }
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they part ways.
static inline __attribute__((always_inline)) bool steps_strip(int lanes, int first_idx, half* X, bfloat16* B,
                                                              float* F, int* I)
{
    float x[32];
    float total[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        x[lane] = round_to_half(round_to_half(half_to_float(X[idx]) * SCALE) + 0.5f); // literals are halves here
        total[lane] = 0.0f;
    }
    for (int i = 0; i < 3; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            total[lane] = round_to_half(total[lane] + x[lane]);
        }
    }
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        X[idx] = half_from_float(round_to_half(round_to_half(round_to_half(floor_div(blend(total[lane],
                                               x[lane], 0.25f), 3.0f))
                                               + round_to_half(square(fabsf(x[lane]))))
                                               - minimum(x[lane], 2.0f)));
        B[idx] = bfloat16_from_float(bfloat16_to_float(B[idx]) > 1.0f
                                     ? round_to_bfloat16(bfloat16_to_float(B[idx]) / 3.0f)
                                     : -bfloat16_to_float(B[idx]));
        B[idx] = bfloat16_from_float(round_to_bfloat16(double(I[idx])));
        F[idx] = half_to_float(X[idx]) + bfloat16_to_float(B[idx]) + sqrtf(x[lane]);
        I[idx] = int(x[lane]) + int(rintf(half_to_float(X[idx])));
        if (x[lane] != 0.0f && total[lane] <= 3.0f) {
            printf("%g\n", x[lane]);
        }
    }
    return true;
}

extern "C" void run_steps(const CpuRange* range, half* X, int /*X_len*/, bfloat16* B, int /*B_len*/, float* F,
                          int /*F_len*/, int* I, int /*I_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0];) {
                    const int lanes = block.end[0] - x_2 < 32 ? block.end[0] - x_2 : 32;
                    const bool done = lanes == 32
                        ? steps_strip(32, x_2, X, B, F, I)
                        : lanes >= 8 && steps_strip(lanes, x_2, X, B, F, I);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            steps(thread_x, X, B, F, I);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}

static inline __attribute__((always_inline)) void sums_block(int first_idx, int blockDim_x, const half* X,
                                                             half* R)
{
    alignas(64) half tile[64];
    float low[1056];
    float high[1056];
    float value[1056];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        tile[threadIdx_x] = half_from_float(half_to_float(X[idx]));
    }
#pragma omp simd
    for (int lane = 0; lane < (32 < blockDim_x ? 32 : blockDim_x); ++lane) {
        const int threadIdx_x = lane;
        tile[threadIdx_x] = half_from_float(round_to_half(half_to_float(tile[threadIdx_x])
                                                          + half_to_float(tile[threadIdx_x + 32])));
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        low[lane] = half_to_float(tile[0]);
        value[lane] = half_to_float(X[idx]);
    }
    for (int warp = 0; warp < blockDim_x; warp += 32) {
        const int lanes = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
        const int by = 1 & 31;
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes; ++lane_id) {
            const int lane = warp + lane_id;
            const float far = value[warp + lane_id + by];
            high[lane] = lane_id + by < lanes ? far : value[lane];
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const half_half pair = {half_from_float(low[lane]), half_from_float(high[lane])};
        R[idx] = half_from_float(round_to_half(half_to_float(pair.first) + half_to_float(pair.second)));
    }
}

extern "C" void run_sums(const CpuRange* range, const half* X, int /*X_len*/, half* R, int /*R_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            sums_block(block.first[0], 256, X, R);
        } else {
            sums_block(block.first[0], int(range->block[0]), X, R);
        }
    }
}
