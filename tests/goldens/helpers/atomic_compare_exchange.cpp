//+ helper atomic_compare_exchange(double)

// atomicCAS: gives the old value.
static inline double atomic_compare_exchange(double* address, double expected, double value)
{
    __atomic_compare_exchange(address, &expected, &value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return expected;
}
//+ helper atomic_compare_exchange(float)

// atomicCAS: gives the old value.
static inline float atomic_compare_exchange(float* address, float expected, float value)
{
    __atomic_compare_exchange(address, &expected, &value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return expected;
}
//+ helper atomic_compare_exchange(int)

// atomicCAS: gives the old value.
static inline int atomic_compare_exchange(int* address, int expected, int value)
{
    __atomic_compare_exchange(address, &expected, &value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return expected;
}
//+ helper atomic_compare_exchange(int16)

// atomicCAS: gives the old value.
static inline int16_t atomic_compare_exchange(int16_t* address, int16_t expected, int16_t value)
{
    __atomic_compare_exchange(address, &expected, &value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return expected;
}
//+ helper atomic_compare_exchange(int64)

// atomicCAS: gives the old value.
static inline int64_t atomic_compare_exchange(int64_t* address, int64_t expected, int64_t value)
{
    __atomic_compare_exchange(address, &expected, &value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return expected;
}
//+ helper atomic_compare_exchange(uint16)

// atomicCAS: gives the old value.
static inline uint16_t atomic_compare_exchange(uint16_t* address, uint16_t expected, uint16_t value)
{
    __atomic_compare_exchange(address, &expected, &value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return expected;
}
//+ helper atomic_compare_exchange(ulonglong2)

// atomicCAS of 16 bytes: gives the old value.
#ifdef __x86_64__
__attribute__((target("cx16")))
#endif
static inline ulonglong2 atomic_compare_exchange(ulonglong2* address, ulonglong2 expected, ulonglong2 value)
{
    __extension__ typedef unsigned __int128 __attribute__((may_alias)) Bits;
    Bits* const place = reinterpret_cast<Bits*>(address);
    Bits wanted, found;
    __builtin_memcpy(&wanted, &value, sizeof wanted);
    __builtin_memcpy(&found, &expected, sizeof found);
    found = __sync_val_compare_and_swap(place, found, wanted);
    ulonglong2 old;
    __builtin_memcpy(&old, &found, sizeof old);
    return old;
}
