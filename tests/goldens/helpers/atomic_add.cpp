//+ helper atomic_add(double)

// atomicAdd: gives the old value.
static inline double atomic_add(double* address, double value)
{
    double old, changed;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        changed = old + value;
    while (!__atomic_compare_exchange(address, &old, &changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return old;
}
//+ helper atomic_add(float)

// atomicAdd: gives the old value.
static inline float atomic_add(float* address, float value)
{
    float old, changed;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        changed = old + value;
    while (!__atomic_compare_exchange(address, &old, &changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return old;
}
//+ helper atomic_add(float2)

// atomicAdd on each component of float2.
static inline float2 atomic_add(float2* address, float2 value)
{
    return {atomic_add(&address->x, value.x), atomic_add(&address->y, value.y)};
}
//+ helper atomic_add(float4)

// atomicAdd on each component of float4.
static inline float4 atomic_add(float4* address, float4 value)
{
    return {atomic_add(&address->x, value.x), atomic_add(&address->y, value.y),
            atomic_add(&address->z, value.z), atomic_add(&address->w, value.w)};
}
//+ helper atomic_add(int)

// atomicAdd: gives the old value.
static inline int atomic_add(int* address, int value)
{
    return __atomic_fetch_add(address, value, __ATOMIC_ACQ_REL);
}
//+ helper atomic_add(int64)

// atomicAdd: gives the old value.
static inline int64_t atomic_add(int64_t* address, int64_t value)
{
    return __atomic_fetch_add(address, value, __ATOMIC_ACQ_REL);
}
//+ helper atomic_add(uint64)

// atomicAdd: gives the old value.
static inline uint64_t atomic_add(uint64_t* address, uint64_t value)
{
    return __atomic_fetch_add(address, value, __ATOMIC_ACQ_REL);
}
