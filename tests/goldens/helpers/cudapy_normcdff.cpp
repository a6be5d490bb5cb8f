//+ helper cudapy_normcdff

static inline float cudapy_normcdff(float x) {
    return (float)cudapy_normcdf(x);
}
