//+ helper atomic_min(double)

// atomicMin: gives the old value.
static inline double atomic_min(double* address, double value)
{
    double old;
    __atomic_load(address, &old, __ATOMIC_ACQUIRE);
    while (value < old &&
           !__atomic_compare_exchange(address, &old, &value, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    }
    return old;
}
//+ helper atomic_min(float)

// atomicMin: gives the old value.
static inline float atomic_min(float* address, float value)
{
    float old;
    __atomic_load(address, &old, __ATOMIC_ACQUIRE);
    while (value < old &&
           !__atomic_compare_exchange(address, &old, &value, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    }
    return old;
}
//+ helper atomic_min(int)

// atomicMin: gives the old value.
static inline int atomic_min(int* address, int value)
{
    int old;
    __atomic_load(address, &old, __ATOMIC_ACQUIRE);
    while (value < old &&
           !__atomic_compare_exchange(address, &old, &value, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    }
    return old;
}
//+ helper atomic_min(int64)

// atomicMin: gives the old value.
static inline int64_t atomic_min(int64_t* address, int64_t value)
{
    int64_t old;
    __atomic_load(address, &old, __ATOMIC_ACQUIRE);
    while (value < old &&
           !__atomic_compare_exchange(address, &old, &value, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    }
    return old;
}
