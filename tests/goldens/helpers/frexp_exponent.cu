//+ helper frexp_exponent(double)

// The second part of frexp(x).
static __device__ int frexp_exponent(double x)
{
    int exponent;
    frexp(x, &exponent);
    return exponent;
}
//+ helper frexp_exponent(float)

// The second part of frexp(x).
static __device__ int frexp_exponent(float x)
{
    int exponent;
    frexpf(x, &exponent);
    return exponent;
}
