//+ helper cudapy_rsqrtf

static inline float cudapy_rsqrtf(float x) {
    return 1.0f / __builtin_sqrtf(x);
}
