//+ helper cudapy_rsqrt

static inline double cudapy_rsqrt(double x) {
    return 1.0 / __builtin_sqrt(x);
}
