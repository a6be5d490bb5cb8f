//+ helper cudapy_rnorm4df

static inline float cudapy_rnorm4df(float x, float y, float z, float w) {
    const double sum = (double)x * x + (double)y * y + (double)z * z + (double)w * w;
    return (float)(sum == sum ? 1.0 / __builtin_sqrt(sum) : cudapy_rnorm4d(x, y, z, w));
}
