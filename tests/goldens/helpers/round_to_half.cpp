//+ helper round_to_half(double)

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
//+ helper round_to_half(float)

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
