//+ helper cudapy_rcbrt

// 1 / cbrt(x), with a step of Newton's method against the errors of both.
static inline double cudapy_rcbrt(double x) {
    const double y = 1.0 / __builtin_cbrt(x);
    if (x == 0.0 || __builtin_isinf(x)) return y;
    return __builtin_fma(y * (1.0 / 3.0), __builtin_fma(-(x * y) * y, y, 1.0), y);
}
