//+ helper atomic_nan_max(double)

// atomicMax where a NaN is no number: gives the old value.
static __device__ double atomic_nan_max(double* address, double value)
{
    unsigned long long* const place = reinterpret_cast<unsigned long long*>(address);
    unsigned long long bits = *place, expected;
    double old;
    do {
        expected = bits;
        old = __longlong_as_double(expected);
        bits = atomicCAS(place, expected, __double_as_longlong(value == value && !(value <= old) ? value : old));
    } while (bits != expected);
    return old;
}
