//+ helper frexp_mantissa(double)

// The first part of frexp(x).
static __device__ double frexp_mantissa(double x)
{
    int exponent;
    return frexp(x, &exponent);
}
//+ helper frexp_mantissa(float)

// The first part of frexp(x).
static __device__ float frexp_mantissa(float x)
{
    int exponent;
    return frexpf(x, &exponent);
}
