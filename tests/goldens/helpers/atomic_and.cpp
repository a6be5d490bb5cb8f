//+ helper atomic_and(int)

// atomicAnd: gives the old value.
static inline int atomic_and(int* address, int value)
{
    return __atomic_fetch_and(address, value, __ATOMIC_ACQ_REL);
}
//+ helper atomic_and(int64)

// atomicAnd: gives the old value.
static inline int64_t atomic_and(int64_t* address, int64_t value)
{
    return __atomic_fetch_and(address, value, __ATOMIC_ACQ_REL);
}
//+ helper atomic_and(uint32)

// atomicAnd: gives the old value.
static inline uint32_t atomic_and(uint32_t* address, uint32_t value)
{
    return __atomic_fetch_and(address, value, __ATOMIC_ACQ_REL);
}
