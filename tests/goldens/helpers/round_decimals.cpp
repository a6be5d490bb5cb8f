//+ helper round_decimals(double)

// Python's round(x, digits) for a scale of 10 ** digits: ties to even, and x itself where x * scale has no
// fraction.
static inline double round_decimals(double x, double scale)
{
    const double rounded = rint(x * scale);
    if (!(fabs(rounded) < 4503599627370496.0)) return x;
    if (fma(x, scale, -(rounded + 0.5)) > 0) return (rounded + 1) / scale;
    if (fma(x, scale, -(rounded - 0.5)) < 0) return (rounded - 1) / scale;
    return rounded / scale;
}
