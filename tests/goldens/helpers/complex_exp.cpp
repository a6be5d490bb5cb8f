//+ helper complex_exp(complex64)

static inline complex64 complex_exp(complex64 z)
{
    const float scale = expf(z.real);
    return {scale * cosf(z.imag), scale * sinf(z.imag)};
}
