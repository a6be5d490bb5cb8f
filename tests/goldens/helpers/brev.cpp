//+ helper brev(int)

// The bits in reverse order.
static inline int reverse_bits(int x)
{
    unsigned bits = unsigned(x);
    bits = (bits >> 1 & ~unsigned(0) / 3) | (bits & ~unsigned(0) / 3) << 1;
    bits = (bits >> 2 & ~unsigned(0) / 5) | (bits & ~unsigned(0) / 5) << 2;
    bits = (bits >> 4 & ~unsigned(0) / 17) | (bits & ~unsigned(0) / 17) << 4;
    return int(__builtin_bswap32(bits));
}
//+ helper brev(int64)

// The bits in reverse order.
static inline int64_t reverse_bits(int64_t x)
{
    uint64_t bits = uint64_t(x);
    bits = (bits >> 1 & ~uint64_t(0) / 3) | (bits & ~uint64_t(0) / 3) << 1;
    bits = (bits >> 2 & ~uint64_t(0) / 5) | (bits & ~uint64_t(0) / 5) << 2;
    bits = (bits >> 4 & ~uint64_t(0) / 17) | (bits & ~uint64_t(0) / 17) << 4;
    return int64_t(__builtin_bswap64(bits));
}
//+ helper brev(uint32)

// The bits in reverse order.
static inline uint32_t reverse_bits(uint32_t x)
{
    unsigned bits = unsigned(x);
    bits = (bits >> 1 & ~unsigned(0) / 3) | (bits & ~unsigned(0) / 3) << 1;
    bits = (bits >> 2 & ~unsigned(0) / 5) | (bits & ~unsigned(0) / 5) << 2;
    bits = (bits >> 4 & ~unsigned(0) / 17) | (bits & ~unsigned(0) / 17) << 4;
    return uint32_t(__builtin_bswap32(bits));
}
//+ helper brev(uint64)

// The bits in reverse order.
static inline uint64_t reverse_bits(uint64_t x)
{
    uint64_t bits = uint64_t(x);
    bits = (bits >> 1 & ~uint64_t(0) / 3) | (bits & ~uint64_t(0) / 3) << 1;
    bits = (bits >> 2 & ~uint64_t(0) / 5) | (bits & ~uint64_t(0) / 5) << 2;
    bits = (bits >> 4 & ~uint64_t(0) / 17) | (bits & ~uint64_t(0) / 17) << 4;
    return uint64_t(__builtin_bswap64(bits));
}
