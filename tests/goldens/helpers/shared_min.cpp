//+ helper shared_min(float)

// atomicMin in shared memory: one core runs all threads of a block.
static inline float shared_min(float* address, float value)
{
    const float old = *address;
    *address = value < old ? value : old;
    return old;
}
