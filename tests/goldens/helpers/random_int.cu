//+ helper random_int

// An integer from `least` to `most`, both of them included.
static __device__ int random_int(Philox& state, int least, int most)
{
    const uint64_t count = uint64_t(int64_t(most) - least + 1);
    return int(least + int64_t(count * random_bits(state) >> 32));
}
