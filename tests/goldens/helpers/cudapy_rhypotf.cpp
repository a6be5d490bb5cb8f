//+ helper cudapy_rhypotf

static inline float cudapy_rhypotf(float x, float y) {
    const double sum = (double)x * x + (double)y * y;
    return (float)(sum == sum ? 1.0 / __builtin_sqrt(sum) : cudapy_rhypot(x, y));
}
