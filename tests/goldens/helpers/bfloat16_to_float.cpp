//+ helper bfloat16_to_float(bfloat16)

// The value of a bfloat16.
static inline float bfloat16_to_float(bfloat16 x)
{
    const uint32_t bits = uint32_t(x) << 16;
    float result;
    __builtin_memcpy(&result, &bits, sizeof result);
    return result;
}
