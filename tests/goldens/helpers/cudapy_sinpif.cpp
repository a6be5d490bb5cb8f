//+ helper cudapy_sinpif

static inline float cudapy_sinpif(float x) {
    return (float)cudapy_sinpi(x);
}
