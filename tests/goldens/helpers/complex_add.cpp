//+ helper complex_add(complex128)

static inline complex128 operator+(complex128 a, complex128 b)
{
    return {a.real + b.real, a.imag + b.imag};
}
//+ helper complex_add(complex64)

static inline complex64 operator+(complex64 a, complex64 b)
{
    return {a.real + b.real, a.imag + b.imag};
}
