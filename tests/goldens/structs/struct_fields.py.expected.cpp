// Translated from struct_fields.py by pycu2cu 0.2.0.

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
float atan2f(float, float);
float cosf(float);
float hypotf(float, float);
float sinf(float);
}

// IEEE's half precision in memory, by its bits; a value of it is a float.
typedef uint16_t half;

// The upper half of a float in memory; a value of it is a float.
typedef uint16_t bfloat16;

// In memory it is what float[2] and std::complex<float> are.
typedef struct __attribute__((aligned(8))) complex64 {
    float real, imag;
} complex64;

// In memory it is what double[2] and std::complex<double> are.
typedef struct __attribute__((aligned(16))) complex128 {
    double real, imag;
} complex128;

// A complex64 as the field of a struct: aligned as its parts are, which is C's layout and NumPy's.
typedef struct complex64_field {
    float real, imag;
} complex64_field;

// A complex128 as the field of a struct: aligned as its parts are, which is C's layout and NumPy's.
typedef struct complex128_field {
    double real, imag;
} complex128_field;

struct Wave
{
    half w;
    complex64_field z;
    bfloat16 b;
    complex128_field d;
};

struct Pair
{
    Wave left;
    Wave right;
};

struct float_float
{
    float first;
    float second;
};

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

static inline complex64 operator+(complex64 a, complex64 b)
{
    return {a.real + b.real, a.imag + b.imag};
}

static inline complex64 operator-(complex64 a, complex64 b)
{
    return {a.real - b.real, a.imag - b.imag};
}

static inline complex64 operator*(complex64 a, complex64 b)
{
    return {a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real};
}

static inline complex128 conjugate(complex128 z)
{
    return {z.real, -z.imag};
}

// Python's abs(z).
static inline float magnitude(complex64 z)
{
    return hypotf(z.real, z.imag);
}

static inline float phase(complex64 z)
{
    return atan2f(z.imag, z.real);
}

static inline complex64 rect(float magnitude, float phase)
{
    return {magnitude * cosf(phase), magnitude * sinf(phase)};
}

static inline complex64 whole(complex64_field z)
{
    return {z.real, z.imag};
}

static inline complex128 whole(complex128_field z)
{
    return {z.real, z.imag};
}

static inline complex64_field as_field(complex64 z)
{
    return {z.real, z.imag};
}

static inline complex128_field as_field(complex128 z)
{
    return {z.real, z.imag};
}

static inline Wave turn(const Wave& a, complex64 by)
{
    return {half_from_float(round_to_half(half_to_float(a.w) * 0.5f)), as_field(whole(a.z) * by),
        bfloat16_from_float(round_to_bfloat16(bfloat16_to_float(a.b) + 1.0f)), a.d};
}

static inline void fields(int idx, Wave* A, Pair* P, Wave m, float* R)
{
    Wave& a = A[idx];
    a.z = as_field(whole(m.z) * whole(a.z) + complex64{half_to_float(m.w), 0.0f});
    a.d = as_field(conjugate(whole(m.d)));
    a.w = half_from_float(round_to_half(a.z.real));
    a.b = bfloat16_from_float(round_to_bfloat16(bfloat16_to_float(a.b) + bfloat16_to_float(m.b)));
    P[idx] = {turn(a, {1.0f, 2.0f}), a};
    P[idx].left.z = P[idx].right.z;
    P[idx].right.z = as_field(whole(P[idx].right.z) - complex64{1.0f, 0.0f});
    Wave own = m;
    int n = 0;
    while (magnitude(whole(own.z)) < 2.0f && n < 9) {
        own.z = as_field(whole(own.z) * whole(own.z) + whole(a.z));
        n += 1;
    }
    R[idx] = own.z.imag + half_to_float(own.w) + n;
    const complex64 number = whole(own.z);
    const float_float parts = {magnitude(number), phase(number)};
    const float r = parts.first;
    const float phi = parts.second;
    A[idx].z = as_field(rect(r, phi / 2.0f));
}

extern "C" void run_fields(const CpuRange* range, Wave* A, int /*A_len*/, Pair* P, int /*P_len*/, Wave m,
                           float* R, int /*R_len*/)
{
    for (int64_t number_2 = range->first_block; number_2 < range->end_block; ++number_2) {
        const CpuBlock block = block_of(*range, number_2);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    fields(x, A, P, m, R);
                }
            }
        }
    }
}
