//+ helper shared_add(float)

// atomicAdd in shared memory: one core runs all threads of a block.
static inline float shared_add(float* address, float value)
{
    const float old = *address;
    *address = old + value;
    return old;
}
//+ helper shared_add(float2)

// atomicAdd in shared memory: one core runs all threads of a block.
static inline float2 shared_add(float2* address, float2 value)
{
    return {shared_add(&address->x, value.x), shared_add(&address->y, value.y)};
}
//+ helper shared_add(int)

// atomicAdd in shared memory: one core runs all threads of a block.
static inline int shared_add(int* address, int value)
{
    const int old = *address;
    *address = int(unsigned(old) + unsigned(value));
    return old;
}
//+ helper shared_add(uint32)

// atomicAdd in shared memory: one core runs all threads of a block.
static inline uint32_t shared_add(uint32_t* address, uint32_t value)
{
    const uint32_t old = *address;
    *address = uint32_t(unsigned(old) + unsigned(value));
    return old;
}
