//+ helper atomic_add_half(half)

// atomicAdd: gives the old value.
static inline float atomic_add_half(half* address, float value)
{
    half old, changed;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        changed = half_from_float(round_to_half(half_to_float(old) + value));
    while (!__atomic_compare_exchange(address, &old, &changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return half_to_float(old);
}
