//+ helper cudapy_norm3d

static inline double cudapy_norm3d(double x, double y, double z) {
    const double v[3] = {x, y, z};
    return cudapy_norm(3, v);
}
