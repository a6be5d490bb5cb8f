//+ helper clz(int)

// The zero bits above the highest one bit.
static inline int count_leading_zeros(int x)
{
    return x == 0 ? 32 : __builtin_clz(unsigned(x));
}
//+ helper clz(int64)

// The zero bits above the highest one bit.
static inline int count_leading_zeros(int64_t x)
{
    return x == 0 ? 64 : __builtin_clzll(uint64_t(x));
}
//+ helper clz(uint32)

// The zero bits above the highest one bit.
static inline int count_leading_zeros(uint32_t x)
{
    return x == 0 ? 32 : __builtin_clz(unsigned(x));
}
