//+ helper atomic_decrement(uint32)

// atomicDec: gives the old value.
static inline uint32_t atomic_decrement(uint32_t* address, uint32_t value)
{
    uint32_t old, changed;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        changed = old == 0 || old > value ? value : old - 1;
    while (!__atomic_compare_exchange(address, &old, &changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return old;
}
//+ helper atomic_decrement(uint64)

// atomicDec: gives the old value.
static inline uint64_t atomic_decrement(uint64_t* address, uint64_t value)
{
    uint64_t old, changed;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        changed = old == 0 || old > value ? value : old - 1;
    while (!__atomic_compare_exchange(address, &old, &changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return old;
}
