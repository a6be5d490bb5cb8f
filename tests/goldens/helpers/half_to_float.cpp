//+ helper half_to_float(half)

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
