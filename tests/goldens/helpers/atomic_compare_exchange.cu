//+ helper atomic_compare_exchange(double)

// atomicCAS for double: the one for unsigned long long, on the same bits.
static __device__ double atomic_compare_exchange(double* address, double expected, double value)
{
    unsigned long long* const place = reinterpret_cast<unsigned long long*>(address);
    return __longlong_as_double(atomicCAS(place, __double_as_longlong(expected), __double_as_longlong(value)));
}
//+ helper atomic_compare_exchange(float)

// atomicCAS for float: the one for unsigned int, on the same bits.
static __device__ float atomic_compare_exchange(float* address, float expected, float value)
{
    unsigned int* const place = reinterpret_cast<unsigned int*>(address);
    return __uint_as_float(atomicCAS(place, __float_as_uint(expected), __float_as_uint(value)));
}
//+ helper atomic_compare_exchange(int16)

// atomicCAS for int16_t, which CUDA has for unsigned short.
static __device__ int16_t atomic_compare_exchange(int16_t* address, int16_t expected, int16_t value)
{
    return int16_t(atomicCAS(reinterpret_cast<unsigned short*>(address), static_cast<unsigned short>(expected),
                       static_cast<unsigned short>(value)));
}
//+ helper atomic_compare_exchange(int64)

// atomicCAS for int64_t, which CUDA has for unsigned long long.
static __device__ int64_t atomic_compare_exchange(int64_t* address, int64_t expected, int64_t value)
{
    return int64_t(atomicCAS(reinterpret_cast<unsigned long long*>(address), static_cast<unsigned long long>(expected),
                       static_cast<unsigned long long>(value)));
}
