//+ helper atomic_max(double)

// atomicMax: gives the old value.
static inline double atomic_max(double* address, double value)
{
    double old;
    __atomic_load(address, &old, __ATOMIC_ACQUIRE);
    while (value > old &&
           !__atomic_compare_exchange(address, &old, &value, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    }
    return old;
}
//+ helper atomic_max(int)

// atomicMax: gives the old value.
static inline int atomic_max(int* address, int value)
{
    int old;
    __atomic_load(address, &old, __ATOMIC_ACQUIRE);
    while (value > old &&
           !__atomic_compare_exchange(address, &old, &value, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    }
    return old;
}
//+ helper atomic_max(int64)

// atomicMax: gives the old value.
static inline int64_t atomic_max(int64_t* address, int64_t value)
{
    int64_t old;
    __atomic_load(address, &old, __ATOMIC_ACQUIRE);
    while (value > old &&
           !__atomic_compare_exchange(address, &old, &value, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    }
    return old;
}
