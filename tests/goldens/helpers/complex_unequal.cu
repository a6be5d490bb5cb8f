//+ helper complex_unequal(complex64)

static __device__ bool operator!=(complex64 a, complex64 b)
{
    return a.real != b.real || a.imag != b.imag;
}
