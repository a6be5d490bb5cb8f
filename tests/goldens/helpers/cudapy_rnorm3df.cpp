//+ helper cudapy_rnorm3df

static inline float cudapy_rnorm3df(float x, float y, float z) {
    const double sum = (double)x * x + (double)y * y + (double)z * z;
    return (float)(sum == sum ? 1.0 / __builtin_sqrt(sum) : cudapy_rnorm3d(x, y, z));
}
