//+ helper cudapy_cospi

static inline double cudapy_cospi(double x) {
    double rest;
    const double quarter = cudapy_quarter_turn(x, &rest);
    const double c = quarter == 0.0 ? __builtin_cos(rest)
                     : quarter == 1.0 ? -__builtin_sin(rest)
                     : quarter == -1.0 ? __builtin_sin(rest)
                                       : -__builtin_cos(rest);
    return c + 0.0; // the zeros are positive
}
