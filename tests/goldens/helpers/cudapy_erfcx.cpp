//+ helper cudapy_erfcx

// exp(x * x) * erfc(x); for large x the asymptotic series (Abramowitz and Stegun 7.1.23).
static inline double cudapy_erfcx(double x) {
    if (x < -27.0) return __builtin_inf();
    if (x < 10.0) {
        const double square = x * x;
        const double value = __builtin_exp(square) * __builtin_erfc(x);
        return __builtin_fma(value, __builtin_fma(x, x, -square), value); // what the square lost to rounding
    }
    const double t = 0.5 / (x * x);
    double sum = 1.0;
    for (int k = 29; k > 0; k -= 2) {
        sum = 1.0 - k * t * sum;
    }
    return 0.56418958354775628695 / x * sum;
}
