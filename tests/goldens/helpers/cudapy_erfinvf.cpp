//+ helper cudapy_erfinvf

static inline float cudapy_erfinvf(float x) {
    return (float)cudapy_erfinv(x);
}
