//+ helper cudapy_norm3df

// The squares of floats neither overflow nor vanish in double; only a NaN with an infinity needs care.
static inline float cudapy_norm3df(float x, float y, float z) {
    const double sum = (double)x * x + (double)y * y + (double)z * z;
    return (float)(sum == sum ? __builtin_sqrt(sum) : cudapy_norm3d(x, y, z));
}
