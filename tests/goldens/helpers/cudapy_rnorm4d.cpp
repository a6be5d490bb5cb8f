//+ helper cudapy_rnorm4d

static inline double cudapy_rnorm4d(double x, double y, double z, double w) {
    const double v[4] = {x, y, z, w};
    return cudapy_rnorm(4, v);
}
