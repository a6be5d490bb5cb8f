//+ helper cudapy_norm4df

static inline float cudapy_norm4df(float x, float y, float z, float w) {
    const double sum = (double)x * x + (double)y * y + (double)z * z + (double)w * w;
    return (float)(sum == sum ? __builtin_sqrt(sum) : cudapy_norm4d(x, y, z, w));
}
