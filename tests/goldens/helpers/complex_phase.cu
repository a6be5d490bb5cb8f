//+ helper complex_phase(complex128)

static __device__ double phase(complex128 z)
{
    return atan2(z.imag, z.real);
}
//+ helper complex_phase(complex64)

static __device__ float phase(complex64 z)
{
    return atan2f(z.imag, z.real);
}
