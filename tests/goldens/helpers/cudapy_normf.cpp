//+ helper cudapy_normf

static inline float cudapy_normf(int n, const float* x) {
    return (float)__builtin_sqrt(cudapy_squares(n, x));
}
