//+ helper atomic_max(double)

// atomicMax for double, which CUDA has only for integers. A NaN changes nothing.
static __device__ double atomic_max(double* address, double value)
{
    unsigned long long* const place = reinterpret_cast<unsigned long long*>(address);
    unsigned long long old = *place, expected;
    do {
        expected = old;
        const double current = __longlong_as_double(expected);
        old = atomicCAS(place, expected, __double_as_longlong(value > current ? value : current));
    } while (old != expected);
    return __longlong_as_double(old);
}
//+ helper atomic_max(float)

// atomicMax for float, which CUDA has only for integers. A NaN changes nothing.
static __device__ float atomic_max(float* address, float value)
{
    unsigned int* const place = reinterpret_cast<unsigned int*>(address);
    unsigned int old = *place, expected;
    do {
        expected = old;
        const float current = __uint_as_float(expected);
        old = atomicCAS(place, expected, __float_as_uint(value > current ? value : current));
    } while (old != expected);
    return __uint_as_float(old);
}
//+ helper atomic_max(int64)

// atomicMax for int64_t, which CUDA has for long long.
static __device__ int64_t atomic_max(int64_t* address, int64_t value)
{
    return int64_t(atomicMax(reinterpret_cast<long long*>(address), static_cast<long long>(value)));
}
