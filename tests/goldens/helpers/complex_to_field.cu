//+ helper complex_to_field(complex128)

static __device__ complex128_field as_field(complex128 z)
{
    return {z.real, z.imag};
}
//+ helper complex_to_field(complex64)

static __device__ complex64_field as_field(complex64 z)
{
    return {z.real, z.imag};
}
