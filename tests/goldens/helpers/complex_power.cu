//+ helper complex_power(complex64)

// z ** exponent by squaring, as CPython does for whole exponents.
static __device__ complex64 complex_power(complex64 z, int exponent)
{
    const complex64 one = {1, 0};
    complex64 result = one;
    complex64 square = z;
    for (int rest = exponent < 0 ? -exponent : exponent; rest > 0; rest >>= 1) {
        if (rest & 1) {
            result = result * square;
        }
        square = square * square;
    }
    return exponent < 0 ? one / result : result;
}
