//+ helper complex_magnitude(complex64)

// Python's abs(z).
static __device__ float magnitude(complex64 z)
{
    return hypotf(z.real, z.imag);
}
