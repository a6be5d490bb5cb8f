//+ helper complex_sqrt(complex64)

// As CPython computes it: an eighth of the number does not overflow.
static inline complex64 complex_sqrt(complex64 z)
{
    if (z.real == 0 && z.imag == 0) return {0, z.imag};
    const float x = fabsf(z.real) / 8;
    const float larger = 2 * sqrtf(x + hypotf(x, z.imag / 8));
    const float smaller = fabsf(z.imag) / (2 * larger);
    if (z.real >= 0) return {larger, copysignf(smaller, z.imag)};
    return {smaller, copysignf(larger, z.imag)};
}
