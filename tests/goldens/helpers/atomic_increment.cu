//+ helper atomic_increment(uint64)

// atomicInc for uint64_t, which CUDA has only for 32 bits.
static __device__ uint64_t atomic_increment(uint64_t* address, uint64_t value)
{
    unsigned long long* const place = reinterpret_cast<unsigned long long*>(address);
    unsigned long long bits = *place, expected;
    uint64_t old;
    do {
        expected = bits;
        old = uint64_t(expected);
        bits = atomicCAS(place, expected, static_cast<unsigned long long>(old >= value ? 0 : old + 1));
    } while (bits != expected);
    return old;
}
