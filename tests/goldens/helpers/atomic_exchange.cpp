//+ helper atomic_exchange(complex128)

// atomicExch of 16 bytes: gives the old value.
#ifdef __x86_64__
__attribute__((target("cx16")))
#endif
static inline complex128 atomic_exchange(complex128* address, complex128 value)
{
    __extension__ typedef unsigned __int128 __attribute__((may_alias)) Bits;
    Bits* const place = reinterpret_cast<Bits*>(address);
    Bits wanted, found;
    __builtin_memcpy(&wanted, &value, sizeof wanted);
    __builtin_memcpy(&found, address, sizeof found);
    Bits before;
    do {
        before = found;
        found = __sync_val_compare_and_swap(place, before, wanted);
    } while (found != before);
    complex128 old;
    __builtin_memcpy(&old, &found, sizeof old);
    return old;
}
//+ helper atomic_exchange(double)

// atomicExch: gives the old value.
static inline double atomic_exchange(double* address, double value)
{
    double old;
    __atomic_exchange(address, &value, &old, __ATOMIC_ACQ_REL);
    return old;
}
//+ helper atomic_exchange(float)

// atomicExch: gives the old value.
static inline float atomic_exchange(float* address, float value)
{
    float old;
    __atomic_exchange(address, &value, &old, __ATOMIC_ACQ_REL);
    return old;
}
//+ helper atomic_exchange(float4)

// atomicExch of 16 bytes: gives the old value.
#ifdef __x86_64__
__attribute__((target("cx16")))
#endif
static inline float4 atomic_exchange(float4* address, float4 value)
{
    __extension__ typedef unsigned __int128 __attribute__((may_alias)) Bits;
    Bits* const place = reinterpret_cast<Bits*>(address);
    Bits wanted, found;
    __builtin_memcpy(&wanted, &value, sizeof wanted);
    __builtin_memcpy(&found, address, sizeof found);
    Bits before;
    do {
        before = found;
        found = __sync_val_compare_and_swap(place, before, wanted);
    } while (found != before);
    float4 old;
    __builtin_memcpy(&old, &found, sizeof old);
    return old;
}
//+ helper atomic_exchange(int)

// atomicExch: gives the old value.
static inline int atomic_exchange(int* address, int value)
{
    int old;
    __atomic_exchange(address, &value, &old, __ATOMIC_ACQ_REL);
    return old;
}
//+ helper atomic_exchange(int64)

// atomicExch: gives the old value.
static inline int64_t atomic_exchange(int64_t* address, int64_t value)
{
    int64_t old;
    __atomic_exchange(address, &value, &old, __ATOMIC_ACQ_REL);
    return old;
}
