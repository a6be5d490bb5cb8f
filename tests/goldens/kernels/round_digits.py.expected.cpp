// Translated from round_digits.py by pycu2cu 0.2.0.
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
double fabs(double);
double fma(double, double, double);
double rint(double);
float rintf(float);
}

// IEEE's half precision in memory, by its bits; a value of it is a float.
typedef uint16_t half;

// Python's min(a, b): a unless b is less.
static inline int minimum(int a, int b)
{
    return b < a ? b : a;
}

// Python's round(x, digits) for a scale of 10 ** digits: ties to even, and x itself where x * scale has no
// fraction.
static inline double round_decimals(double x, double scale)
{
    const double rounded = rint(x * scale);
    if (!(fabs(rounded) < 4503599627370496.0)) return x;
    if (fma(x, scale, -(rounded + 0.5)) > 0) return (rounded + 1) / scale;
    if (fma(x, scale, -(rounded - 0.5)) < 0) return (rounded - 1) / scale;
    return rounded / scale;
}

// Python's round(x, -digits) for a scale of 10 ** digits: ties to even.
static inline int round_tens(int x, int scale)
{
    const int rest = x % scale;
    const int toward_zero = x - rest;
    const int distance = rest < 0 ? -rest : rest;
    if (distance < scale / 2 || (distance == scale / 2 && toward_zero / scale % 2 == 0)) return toward_zero;
    return rest < 0 ? toward_zero - scale : toward_zero + scale;
}

// Python's round(x, -digits) for a scale of 10 ** digits: ties to even.
static inline uint32_t round_tens(uint32_t x, uint32_t scale)
{
    const uint32_t rest = x % scale;
    const uint32_t below = x - rest;
    const bool is_nearer = rest < scale / 2 || (rest == scale / 2 && below / scale % 2 == 0);
    return is_nearer ? below : below + scale;
}

// Python's round(x, -digits) for a scale of 10 ** digits: ties to even.
static inline int64_t round_tens(int64_t x, int64_t scale)
{
    const int64_t rest = x % scale;
    const int64_t toward_zero = x - rest;
    const int64_t distance = rest < 0 ? -rest : rest;
    if (distance < scale / 2 || (distance == scale / 2 && toward_zero / scale % 2 == 0)) return toward_zero;
    return rest < 0 ? toward_zero - scale : toward_zero + scale;
}

// Python's round(x, -digits) for a scale of 10 ** digits: ties to even.
static inline double round_tens(double x, double scale)
{
    const double rounded = rint(x / scale);
    if (!(fabs(rounded) < 4503599627370496.0)) return x;
    if (fma(-(rounded + 0.5), scale, x) > 0) return (rounded + 1) * scale;
    if (fma(-(rounded - 0.5), scale, x) < 0) return (rounded - 1) * scale;
    return rounded * scale;
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
static inline float round_to_half(double x)
{
    uint64_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    uint64_t exponent = bits & 0x7ff0000000000000u;
    exponent = exponent < 0x3f10000000000000u   ? 0x3f10000000000000u
               : exponent > 0x40f0000000000000u ? 0x40f0000000000000u
                                                : exponent;
    exponent += 0x02a8000000000000u; // 1.5 * 2^42 times that power of two
    double shift;
    __builtin_memcpy(&shift, &exponent, sizeof shift);
    const double nearest = __builtin_fabs((x + shift) - shift);
    return float(__builtin_copysign(nearest > 65504.0 ? __builtin_inf() : nearest, x));
}

static inline void cents(int idx, double* prices, float* rates, half* small, int* counts, uint8_t* bytes,
                         uint32_t* words, int64_t* big)
{
    prices[idx] = round_decimals(prices[idx], 100.0);
    rates[idx] = float(round_decimals(double(rates[idx]), 1000.0));
    rates[idx] = rintf(rates[idx]);
    prices[idx] = round_tens(prices[idx], 100.0);
    small[idx] = half_from_float(round_to_half(round_decimals(double(half_to_float(small[idx])), 10.0)));
    counts[idx] = round_tens(counts[idx], 1000) + counts[idx];
    bytes[idx] = uint8_t(minimum(round_tens(int(bytes[idx]), 10), 250));
    words[idx] = round_tens(words[idx], 100u);
    big[idx] = round_tens(big[idx], int64_t(1000000000000000000LL));
    counts[idx] += int(rintf(rates[idx]));
    big[idx] += int64_t(rint(prices[idx])) + counts[idx];
}

extern "C" void run_cents(const CpuRange* range, double* prices, int /*prices_len*/, float* rates,
                          int /*rates_len*/, half* small, int /*small_len*/, int* counts, int /*counts_len*/,
                          uint8_t* bytes, int /*bytes_len*/, uint32_t* words, int /*words_len*/, int64_t* big,
                          int /*big_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    cents(x, prices, rates, small, counts, bytes, words, big);
                }
            }
        }
    }
}
