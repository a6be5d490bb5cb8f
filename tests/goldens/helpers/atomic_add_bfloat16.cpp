//+ helper atomic_add_bfloat16(bfloat16)

// atomicAdd: gives the old value.
static inline float atomic_add_bfloat16(bfloat16* address, float value)
{
    bfloat16 old, changed;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        changed = bfloat16_from_float(round_to_bfloat16(bfloat16_to_float(old) + value));
    while (!__atomic_compare_exchange(address, &old, &changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return bfloat16_to_float(old);
}
