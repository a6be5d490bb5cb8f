//+ helper cudapy_normcdfinv

static inline double cudapy_normcdfinv(double x) {
    return cudapy_normal_quantile(x - 0.5, x < 0.5 ? x : 1.0 - x);
}
