//+ helper cudapy_normcdf

// erfc(-x / sqrt(2)) / 2. The rounding error of the quotient would be multiplied by its square, so that it
// is put back by the derivative of erfc.
static inline double cudapy_normcdf(double x) {
    if (__builtin_fabs(x) > 40.0) return x > 0.0 ? 1.0 : 0.0;
    const double t = -x * 0.70710678118654757274;
    const double error = __builtin_fma(-x, 0.70710678118654757274, -t) + x * 4.8336466567264567e-17;
    return 0.5 * (__builtin_erfc(t) - 1.12837916709551257390 * __builtin_exp(-t * t) * error);
}
