//+ helper cudapy_rcbrtf

static inline float cudapy_rcbrtf(float x) {
    return (float)cudapy_rcbrt(x);
}
