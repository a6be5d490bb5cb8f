//+ helper cudapy_erfcinvf

static inline float cudapy_erfcinvf(float x) {
    return (float)cudapy_erfcinv(x);
}
