//+ helper frexp_exponent(double)

// The second part of frexp(x).
static inline int frexp_exponent(double x)
{
    int exponent;
    __builtin_frexp(x, &exponent);
    return exponent;
}
//+ helper frexp_exponent(float)

// The second part of frexp(x).
static inline int frexp_exponent(float x)
{
    int exponent;
    __builtin_frexpf(x, &exponent);
    return exponent;
}
