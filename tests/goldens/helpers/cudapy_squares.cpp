//+ helper cudapy_squares

// The sum of squares of floats in double, where they neither overflow nor vanish. An infinity wins over a
// NaN.
static inline double cudapy_squares(int n, const float* x) {
    double sum = 0.0;
    for (int i = 0; i < n; ++i) {
        if (__builtin_isinf(x[i])) return __builtin_inf();
        sum += (double)x[i] * x[i];
    }
    return sum;
}
