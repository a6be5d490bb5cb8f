//+ helper cudapy_cyl_bessel_i0f

static inline float cudapy_cyl_bessel_i0f(float x) {
    return (float)cudapy_cyl_bessel_i0(x);
}
