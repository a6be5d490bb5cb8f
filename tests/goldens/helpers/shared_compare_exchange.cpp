//+ helper shared_compare_exchange(float)

// atomicCAS in shared memory: one core runs all threads of a block.
static inline float shared_compare_exchange(float* address, float expected, float value)
{
    const float old = *address;
    if (__builtin_memcmp(&old, &expected, sizeof old) == 0) {
        *address = value;
    }
    return old;
}
//+ helper shared_compare_exchange(float4)

// atomicCAS in shared memory: one core runs all threads of a block.
static inline float4 shared_compare_exchange(float4* address, float4 expected, float4 value)
{
    const float4 old = *address;
    if (__builtin_memcmp(&old, &expected, sizeof old) == 0) {
        *address = value;
    }
    return old;
}
