//+ helper cudapy_erfcxf

static inline float cudapy_erfcxf(float x) {
    return (float)cudapy_erfcx(x);
}
