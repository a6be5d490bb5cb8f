//+ helper cudapy_sinpi

static inline double cudapy_sinpi(double x) {
    double rest;
    const double quarter = cudapy_quarter_turn(x, &rest);
    const double s = quarter == 0.0 ? __builtin_sin(rest)
                     : quarter == 1.0 ? __builtin_cos(rest)
                     : quarter == -1.0 ? -__builtin_cos(rest)
                                       : -__builtin_sin(rest);
    return s == 0.0 ? __builtin_copysign(0.0, x) : s; // IEEE 754: the zeros have the sign of x
}
