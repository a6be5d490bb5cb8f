//+ helper shared_add_half(half)

// atomicAdd in shared memory: one core runs all threads of a block.
static inline float shared_add_half(half* address, float value)
{
    const half old = *address;
    *address = half_from_float(round_to_half(half_to_float(old) + value));
    return half_to_float(old);
}
