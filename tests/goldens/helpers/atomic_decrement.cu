//+ helper atomic_decrement(uint64)

// atomicDec for uint64_t, which CUDA has only for 32 bits.
static __device__ uint64_t atomic_decrement(uint64_t* address, uint64_t value)
{
    unsigned long long* const place = reinterpret_cast<unsigned long long*>(address);
    unsigned long long bits = *place, expected;
    uint64_t old;
    do {
        expected = bits;
        old = uint64_t(expected);
        bits = atomicCAS(place, expected, static_cast<unsigned long long>(old == 0 || old > value ? value : old - 1));
    } while (bits != expected);
    return old;
}
