//+ helper complex_from_field(complex128)

static inline complex128 whole(complex128_field z)
{
    return {z.real, z.imag};
}
//+ helper complex_from_field(complex64)

static inline complex64 whole(complex64_field z)
{
    return {z.real, z.imag};
}
