//+ helper atomic_sub(int)

// atomicSub: gives the old value.
static inline int atomic_sub(int* address, int value)
{
    return __atomic_fetch_sub(address, value, __ATOMIC_ACQ_REL);
}
//+ helper atomic_sub(int64)

// atomicSub: gives the old value.
static inline int64_t atomic_sub(int64_t* address, int64_t value)
{
    return __atomic_fetch_sub(address, value, __ATOMIC_ACQ_REL);
}
