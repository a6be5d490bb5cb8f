//+ helper round_to_bfloat16(double)

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
//+ helper round_to_bfloat16(float)

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
