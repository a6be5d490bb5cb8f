//+ helper cudapy_cospif

static inline float cudapy_cospif(float x) {
    return (float)cudapy_cospi(x);
}
