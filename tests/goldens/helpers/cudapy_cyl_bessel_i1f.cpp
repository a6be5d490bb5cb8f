//+ helper cudapy_cyl_bessel_i1f

static inline float cudapy_cyl_bessel_i1f(float x) {
    return (float)cudapy_cyl_bessel_i1(x);
}
