//+ helper complex_rect(complex64)

static inline complex64 rect(float magnitude, float phase)
{
    return {magnitude * cosf(phase), magnitude * sinf(phase)};
}
