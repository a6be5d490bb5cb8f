//+ helper complex_raise(complex128)

// base ** exponent by the logarithm of the magnitude, as numba computes it.
static __device__ complex128 complex_pow(complex128 base, complex128 exponent)
{
    if (exponent.imag == 0 && exponent.real == 2) {
        return {base.real * base.real - base.imag * base.imag, base.real * base.imag + base.imag * base.real};
    }
    if (exponent.real == 0 && exponent.imag == 0) return {1, 0};
    const double magnitude = hypot(base.real, base.imag);
    const double angle = atan2(base.imag, base.real);
    double length = pow(magnitude, exponent.real);
    double phase = angle * exponent.real;
    if (exponent.imag != 0) {
        length /= exp(angle * exponent.imag);
        phase += exponent.imag * log(magnitude);
    }
    return {length * cos(phase), length * sin(phase)};
}
//+ helper complex_raise(complex64)

// base ** exponent by the logarithm of the magnitude, as numba computes it.
static __device__ complex64 complex_pow(complex64 base, complex64 exponent)
{
    if (exponent.imag == 0 && exponent.real == 2) {
        return {base.real * base.real - base.imag * base.imag, base.real * base.imag + base.imag * base.real};
    }
    if (exponent.real == 0 && exponent.imag == 0) return {1, 0};
    const float magnitude = hypotf(base.real, base.imag);
    const float angle = atan2f(base.imag, base.real);
    float length = powf(magnitude, exponent.real);
    float phase = angle * exponent.real;
    if (exponent.imag != 0) {
        length /= expf(angle * exponent.imag);
        phase += exponent.imag * logf(magnitude);
    }
    return {length * cosf(phase), length * sinf(phase)};
}
