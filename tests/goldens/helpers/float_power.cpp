//+ helper float_power(float)

// base ** exponent by squaring, as numba computes it, and for large exponents by the logarithm.
static inline float float_power(float base, int64_t exponent)
{
    if (exponent < -65536 || exponent > 65536) return float(pow(double(base), double(exponent)));
    float result = 1;
    float power = base;
    for (int64_t left = exponent < 0 ? -exponent : exponent; left != 0; left >>= 1) {
        if (left & 1) {
            result *= power;
        }
        power *= power;
    }
    return exponent < 0 ? 1 / result : result;
}
