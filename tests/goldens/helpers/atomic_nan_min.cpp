//+ helper atomic_nan_min(double)

// atomicMin where a NaN is no number: gives the old value.
static inline double atomic_nan_min(double* address, double value)
{
    double old, changed;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        changed = value == value && !(value >= old) ? value : old;
    while (!__atomic_compare_exchange(address, &old, &changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return old;
}
//+ helper atomic_nan_min(float)

// atomicMin where a NaN is no number: gives the old value.
static inline float atomic_nan_min(float* address, float value)
{
    float old, changed;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        changed = value == value && !(value >= old) ? value : old;
    while (!__atomic_compare_exchange(address, &old, &changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return old;
}
