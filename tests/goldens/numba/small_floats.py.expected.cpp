// Translated from small_floats.py by pycu2cu 0.2.0.
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
float expf(float);
float fabsf(float);
float floorf(float);
float fmodf(float, float);
float rintf(float);
float sinf(float);
float tanf(float);
}

// IEEE's half precision in memory, by its bits; a value of it is a float.
typedef uint16_t half;

// The upper half of a float in memory; a value of it is a float.
typedef uint16_t bfloat16;

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

// Python's max(a, b): a unless b is greater.
static inline float maximum(float a, float b)
{
    return b > a ? b : a;
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

static inline void halves(int idx, half* a, int a_len, const int8_t* n, float* out)
{
    const int64_t i = idx;
    if (i < a_len) {
        a[i] =
            half_from_float(round_to_half(round_to_half(half_to_float(a[i]) * half_to_float(a[0])) + n[i]));
        out[i] = floor_div(round_to_half(-half_to_float(a[i])), half_to_float(a[0]));
        out[i] += round_to_half(maximum(round_to_half(fabsf(half_to_float(a[i]))), half_to_float(a[1])))
            > 2.0;
        out[i] = out[i]
            + (double(round_to_half(round_to_half(sinf(half_to_float(a[i]))) * half_to_float(a[1]))
                      + tanf(half_to_float(a[i])) + round_to_half(floorf(half_to_float(a[i]))))
               + int64_t(rintf(half_to_float(a[i]))));
        a[i] = half_from_float(round_to_half(half_to_float(a[i])
                                             / (half_to_float(a[1]) > half_to_float(a[i])
                                                ? half_to_float(a[1]) : round_to_half(float(n[i])))));
    }
}

extern "C" void run_halves(const CpuRange* range, half* a, int a_len, const int8_t* n, int /*n_len*/,
                           float* out, int /*out_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    halves(x, a, a_len, n, out);
                }
            }
        }
    }
}

static inline void bfloats(int idx, bfloat16* a, int a_len, const uint8_t* n, double* out)
{
    const int64_t i = idx;
    if (i < a_len) {
        a[i] = bfloat16_from_float(round_to_bfloat16(round_to_bfloat16(bfloat16_to_float(a[i]) * n[i])
                                                     - bfloat16_to_float(a[0])));
        out[i] = bfloat16_to_float(a[i]) * 3.0;
        out[i] +=
            round_to_bfloat16(round_to_bfloat16(expf(bfloat16_to_float(a[i]))) * bfloat16_to_float(a[i]));
        out[i] += bfloat16_to_float(a[i]) < n[i];
    }
}

extern "C" void run_bfloats(const CpuRange* range, bfloat16* a, int a_len, const uint8_t* n, int /*n_len*/,
                            double* out, int /*out_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    bfloats(x, a, a_len, n, out);
                }
            }
        }
    }
}
