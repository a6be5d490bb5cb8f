//+ helper cudapy_cyl_bessel_i0

static inline double cudapy_cyl_bessel_i0(double x) {
    return cudapy_bessel_i(0, __builtin_fabs(x));
}
