//+ helper cudapy_erfcinv

static inline double cudapy_erfcinv(double x) {
    return 0.70710678118654752440 * cudapy_normal_quantile(0.5 * (1.0 - x), 0.5 * (x < 1.0 ? x : 2.0 - x));
}
