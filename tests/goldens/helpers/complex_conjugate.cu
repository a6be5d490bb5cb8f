//+ helper complex_conjugate(complex128)

static __device__ complex128 conjugate(complex128 z)
{
    return {z.real, -z.imag};
}
//+ helper complex_conjugate(complex64)

static __device__ complex64 conjugate(complex64 z)
{
    return {z.real, -z.imag};
}
