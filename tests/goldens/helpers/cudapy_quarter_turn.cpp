//+ helper cudapy_quarter_turn

// The quarter turn (-2 to 2) that the angle pi * x is nearest to, and the rest of the angle, in [-pi/4,
// pi/4]. The reduction is exact, because it is made before the multiplication by pi.
static inline double cudapy_quarter_turn(double x, double* rest) {
    const double r = x - 2.0 * __builtin_rint(0.5 * x);
    const double quarter = __builtin_rint(2.0 * r);
    const double f = r - 0.5 * quarter;
    *rest = __builtin_fma(f, 3.141592653589793116, f * 1.2246467991473532e-16);
    return quarter;
}
