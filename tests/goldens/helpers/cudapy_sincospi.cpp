//+ helper cudapy_sincospi

static inline void cudapy_sincospi(double x, double* s, double* c) {
    *s = cudapy_sinpi(x);
    *c = cudapy_cospi(x);
}
