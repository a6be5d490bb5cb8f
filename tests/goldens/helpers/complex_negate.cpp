//+ helper complex_negate(complex64)

static inline complex64 operator-(complex64 z)
{
    return {-z.real, -z.imag};
}
