//+ helper half_from_float(float)

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
