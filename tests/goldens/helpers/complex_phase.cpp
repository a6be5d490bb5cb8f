//+ helper complex_phase(complex128)

static inline double phase(complex128 z)
{
    return atan2(z.imag, z.real);
}
//+ helper complex_phase(complex64)

static inline float phase(complex64 z)
{
    return atan2f(z.imag, z.real);
}
