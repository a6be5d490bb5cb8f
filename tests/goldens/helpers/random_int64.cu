//+ helper random_int64

// An integer from `least` to `most`, both of them included.
static __device__ int64_t random_int64(Philox& state, int64_t least, int64_t most)
{
    const uint64_t count = uint64_t(most) - uint64_t(least) + 1;
    const uint64_t bits = random_bits64(state);
    return int64_t(uint64_t(least) + (count == 0 ? bits : bits % count));
}
