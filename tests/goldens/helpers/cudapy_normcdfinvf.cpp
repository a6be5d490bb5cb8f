//+ helper cudapy_normcdfinvf

static inline float cudapy_normcdfinvf(float x) {
    return (float)cudapy_normcdfinv(x);
}
