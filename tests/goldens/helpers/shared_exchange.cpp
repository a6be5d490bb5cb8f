//+ helper shared_exchange(float4)

// atomicExch in shared memory: one core runs all threads of a block.
static inline float4 shared_exchange(float4* address, float4 value)
{
    const float4 old = *address;
    *address = value;
    return old;
}
