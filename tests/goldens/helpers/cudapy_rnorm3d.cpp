//+ helper cudapy_rnorm3d

static inline double cudapy_rnorm3d(double x, double y, double z) {
    const double v[3] = {x, y, z};
    return cudapy_rnorm(3, v);
}
