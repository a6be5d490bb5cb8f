//+ helper complex_subtract(complex128)

static __device__ complex128 operator-(complex128 a, complex128 b)
{
    return {a.real - b.real, a.imag - b.imag};
}
//+ helper complex_subtract(complex64)

static __device__ complex64 operator-(complex64 a, complex64 b)
{
    return {a.real - b.real, a.imag - b.imag};
}
