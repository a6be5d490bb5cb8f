//+ helper cudapy_norm

static inline double cudapy_norm(int n, const double* x) {
    int exponent;
    const double sum = cudapy_scaled_squares(n, x, &exponent);
    return __builtin_scalbn(__builtin_sqrt(sum), exponent);
}
