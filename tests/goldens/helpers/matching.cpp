//+ helper matching(double)

// The threads of a mask whose values have the same bits as the lane's.
static inline uint32_t lanes_with_value(const double* value, uint32_t members, int lane)
{
    const uint64_t own = __builtin_bit_cast(uint64_t, value[lane]);
    uint32_t same = 0;
    for (int other = 0; other < 32; ++other)
        same |= uint32_t(__builtin_bit_cast(uint64_t, value[other]) == own) << other;
    return same & members;
}
//+ helper matching(float)

// The threads of a mask whose values have the same bits as the lane's.
static inline uint32_t lanes_with_value(const float* value, uint32_t members, int lane)
{
    const unsigned own = __builtin_bit_cast(unsigned, value[lane]);
    uint32_t same = 0;
    for (int other = 0; other < 32; ++other)
        same |= uint32_t(__builtin_bit_cast(unsigned, value[other]) == own) << other;
    return same & members;
}
//+ helper matching(int)

// The threads of a mask whose values have the same bits as the lane's.
static inline uint32_t lanes_with_value(const int* value, uint32_t members, int lane)
{
    const unsigned own = __builtin_bit_cast(unsigned, value[lane]);
    uint32_t same = 0;
    for (int other = 0; other < 32; ++other)
        same |= uint32_t(__builtin_bit_cast(unsigned, value[other]) == own) << other;
    return same & members;
}
//+ helper matching(int64)

// The threads of a mask whose values have the same bits as the lane's.
static inline uint32_t lanes_with_value(const int64_t* value, uint32_t members, int lane)
{
    const uint64_t own = __builtin_bit_cast(uint64_t, value[lane]);
    uint32_t same = 0;
    for (int other = 0; other < 32; ++other)
        same |= uint32_t(__builtin_bit_cast(uint64_t, value[other]) == own) << other;
    return same & members;
}
