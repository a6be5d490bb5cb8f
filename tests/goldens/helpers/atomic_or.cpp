//+ helper atomic_or(int)

// atomicOr: gives the old value.
static inline int atomic_or(int* address, int value)
{
    return __atomic_fetch_or(address, value, __ATOMIC_ACQ_REL);
}
//+ helper atomic_or(int64)

// atomicOr: gives the old value.
static inline int64_t atomic_or(int64_t* address, int64_t value)
{
    return __atomic_fetch_or(address, value, __ATOMIC_ACQ_REL);
}
//+ helper atomic_or(uint64)

// atomicOr: gives the old value.
static inline uint64_t atomic_or(uint64_t* address, uint64_t value)
{
    return __atomic_fetch_or(address, value, __ATOMIC_ACQ_REL);
}
