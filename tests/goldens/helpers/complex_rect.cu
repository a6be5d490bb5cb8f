//+ helper complex_rect(complex64)

static __device__ complex64 rect(float magnitude, float phase)
{
    return {magnitude * cosf(phase), magnitude * sinf(phase)};
}
