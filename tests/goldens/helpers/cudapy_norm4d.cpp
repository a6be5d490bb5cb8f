//+ helper cudapy_norm4d

static inline double cudapy_norm4d(double x, double y, double z, double w) {
    const double v[4] = {x, y, z, w};
    return cudapy_norm(4, v);
}
