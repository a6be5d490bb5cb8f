//+ helper complex_conjugate(complex128)

static inline complex128 conjugate(complex128 z)
{
    return {z.real, -z.imag};
}
//+ helper complex_conjugate(complex64)

static inline complex64 conjugate(complex64 z)
{
    return {z.real, -z.imag};
}
