//+ helper cudapy_cyl_bessel_i1

static inline double cudapy_cyl_bessel_i1(double x) {
    return __builtin_copysign(cudapy_bessel_i(1, __builtin_fabs(x)), x);
}
