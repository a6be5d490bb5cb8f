//+ helper cudapy_bessel_i

// The modified Bessel function of the first kind of order 0 or 1, for x that is not negative: the power
// series (Abramowitz and Stegun 9.6.10), whose terms are all positive, and for large x the asymptotic
// series (9.7.1).
static inline double cudapy_bessel_i(int order, double x) {
    if (x > 750.0) return __builtin_inf();
    if (x < 20.0) {
        double term = order == 0 ? 1.0 : 0.5 * x, sum = term;
        for (int k = 1; term > 1e-17 * sum; ++k) {
            term *= 0.25 * x * x / ((double)k * (k + order));
            sum += term;
        }
        return sum;
    }
    double term = 1.0, sum = 1.0;
    for (int k = 1; k < 40 && __builtin_fabs(term) > 1e-17; ++k) {
        term *= ((2.0 * k - 1.0) * (2.0 * k - 1.0) - 4.0 * order) / (8.0 * k * x);
        sum += term;
    }
    const double root = __builtin_exp(0.5 * x); // plain exp(x) would overflow where the function does not yet
    return root * (root / __builtin_sqrt(6.28318530717958647693 * x) * sum);
}
