//+ helper bfloat16_from_float(float)

// The bits of a value that a bfloat16 has.
static inline bfloat16 bfloat16_from_float(float x)
{
    uint32_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bfloat16(bits >> 16);
}
