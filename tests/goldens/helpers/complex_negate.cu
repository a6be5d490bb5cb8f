//+ helper complex_negate(complex64)

static __device__ complex64 operator-(complex64 z)
{
    return {-z.real, -z.imag};
}
