//+ helper cudapy_rnorm

static inline double cudapy_rnorm(int n, const double* x) {
    int exponent;
    const double sum = cudapy_scaled_squares(n, x, &exponent);
    return __builtin_scalbn(1.0 / __builtin_sqrt(sum), -exponent);
}
