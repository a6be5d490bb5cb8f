//+ helper atomic_xor(int)

// atomicXor: gives the old value.
static inline int atomic_xor(int* address, int value)
{
    return __atomic_fetch_xor(address, value, __ATOMIC_ACQ_REL);
}
//+ helper atomic_xor(int64)

// atomicXor: gives the old value.
static inline int64_t atomic_xor(int64_t* address, int64_t value)
{
    return __atomic_fetch_xor(address, value, __ATOMIC_ACQ_REL);
}
