//+ helper exact_log2(double)

// log2(x), and for a power of two its exponent.
static __device__ double exact_log2(double x)
{
    int exponent;
    return frexp(x, &exponent) == 0.5 ? double(exponent - 1) : log2(x);
}
//+ helper exact_log2(float)

// log2(x), and for a power of two its exponent.
static __device__ float exact_log2(float x)
{
    int exponent;
    return frexpf(x, &exponent) == 0.5f ? float(exponent - 1) : log2f(x);
}
