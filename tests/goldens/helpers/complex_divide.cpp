//+ helper complex_divide(complex64)

// As CPython divides: by the larger part first, so that nothing overflows on the way.
static inline complex64 operator/(complex64 a, complex64 b)
{
    if (fabsf(b.real) >= fabsf(b.imag)) {
        const float ratio = b.imag / b.real;
        const float whole = b.real + b.imag * ratio;
        return {(a.real + a.imag * ratio) / whole, (a.imag - a.real * ratio) / whole};
    }
    const float ratio = b.real / b.imag;
    const float whole = b.real * ratio + b.imag;
    return {(a.real * ratio + a.imag) / whole, (a.imag * ratio - a.real) / whole};
}
