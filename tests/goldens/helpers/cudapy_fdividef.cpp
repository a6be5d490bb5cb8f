//+ helper cudapy_fdividef

static inline float cudapy_fdividef(float x, float y) {
    return x / y;
}
