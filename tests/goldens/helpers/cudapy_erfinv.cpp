//+ helper cudapy_erfinv

static inline double cudapy_erfinv(double x) {
    return 0.70710678118654752440 * cudapy_normal_quantile(0.5 * x, 0.5 * (1.0 - __builtin_fabs(x)));
}
