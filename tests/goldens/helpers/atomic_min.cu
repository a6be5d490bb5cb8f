//+ helper atomic_min(double)

// atomicMin for double, which CUDA has only for integers. A NaN changes nothing.
static __device__ double atomic_min(double* address, double value)
{
    unsigned long long* const place = reinterpret_cast<unsigned long long*>(address);
    unsigned long long old = *place, expected;
    do {
        expected = old;
        const double current = __longlong_as_double(expected);
        old = atomicCAS(place, expected, __double_as_longlong(value < current ? value : current));
    } while (old != expected);
    return __longlong_as_double(old);
}
//+ helper atomic_min(float)

// atomicMin for float, which CUDA has only for integers. A NaN changes nothing.
static __device__ float atomic_min(float* address, float value)
{
    unsigned int* const place = reinterpret_cast<unsigned int*>(address);
    unsigned int old = *place, expected;
    do {
        expected = old;
        const float current = __uint_as_float(expected);
        old = atomicCAS(place, expected, __float_as_uint(value < current ? value : current));
    } while (old != expected);
    return __uint_as_float(old);
}
//+ helper atomic_min(int64)

// atomicMin for int64_t, which CUDA has for long long.
static __device__ int64_t atomic_min(int64_t* address, int64_t value)
{
    return int64_t(atomicMin(reinterpret_cast<long long*>(address), static_cast<long long>(value)));
}
