//+ helper random_bits64

// The next 64 bits.
static inline uint64_t random_bits64(Philox& state)
{
    const uint64_t high = random_bits(state);
    return high << 32 | random_bits(state);
}
