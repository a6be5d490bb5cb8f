//+ helper cudapy_rnormf

static inline float cudapy_rnormf(int n, const float* x) {
    return (float)(1.0 / __builtin_sqrt(cudapy_squares(n, x)));
}
