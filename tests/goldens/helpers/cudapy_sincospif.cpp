//+ helper cudapy_sincospif

static inline void cudapy_sincospif(float x, float* s, float* c) {
    *s = (float)cudapy_sinpi(x);
    *c = (float)cudapy_cospi(x);
}
