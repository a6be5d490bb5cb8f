//+ helper frexp_mantissa(double)

// The first part of frexp(x).
static inline double frexp_mantissa(double x)
{
    int exponent;
    return __builtin_frexp(x, &exponent);
}
//+ helper frexp_mantissa(float)

// The first part of frexp(x).
static inline float frexp_mantissa(float x)
{
    int exponent;
    return __builtin_frexpf(x, &exponent);
}
