//+ helper cudapy_rhypot

static inline double cudapy_rhypot(double x, double y) {
    const double v[2] = {x, y};
    return cudapy_rnorm(2, v);
}
