//+ helper modf_fraction(float)

// The first part of modf(x).
static __device__ float modf_fraction(float x)
{
    float whole;
    return modff(x, &whole);
}
