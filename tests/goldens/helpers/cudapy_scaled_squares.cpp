//+ helper cudapy_scaled_squares

// The sum of squares of x[i] / 2**exponent, with the exponent of the largest, so that nothing overflows or
// vanishes. An infinity wins over a NaN, as in C's hypot.
static inline double cudapy_scaled_squares(int n, const double* x, int* exponent) {
    double largest = 0.0, sum = 0.0;
    *exponent = 0;
    for (int i = 0; i < n; ++i) {
        const double size = __builtin_fabs(x[i]);
        if (__builtin_isinf(size)) return size;
        if (size > largest) largest = size;
    }
    if (largest > 0.0) *exponent = __builtin_ilogb(largest);
    for (int i = 0; i < n; ++i) {
        const double scaled = __builtin_scalbn(x[i], -*exponent);
        sum = __builtin_fma(scaled, scaled, sum);
    }
    return sum;
}
