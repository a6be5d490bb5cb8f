//+ helper atomic_nan_min(double)

// atomicMin where a NaN is no number: gives the old value.
static __device__ double atomic_nan_min(double* address, double value)
{
    unsigned long long* const place = reinterpret_cast<unsigned long long*>(address);
    unsigned long long bits = *place, expected;
    double old;
    do {
        expected = bits;
        old = __longlong_as_double(expected);
        bits = atomicCAS(place, expected, __double_as_longlong(value == value && !(value >= old) ? value : old));
    } while (bits != expected);
    return old;
}
//+ helper atomic_nan_min(float)

// atomicMin where a NaN is no number: gives the old value.
static __device__ float atomic_nan_min(float* address, float value)
{
    unsigned int* const place = reinterpret_cast<unsigned int*>(address);
    unsigned int bits = *place, expected;
    float old;
    do {
        expected = bits;
        old = __uint_as_float(expected);
        bits = atomicCAS(place, expected, __float_as_uint(value == value && !(value >= old) ? value : old));
    } while (bits != expected);
    return old;
}
