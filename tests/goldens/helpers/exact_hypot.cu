//+ helper exact_hypot(double)

// hypot(x, y), and after a step of Newton's method the length itself where it is a number.
static __device__ double exact_hypot(double x, double y)
{
    const double approximate = hypot(x, y);
    const double a = fmax(fabs(x), fabs(y));
    const double b = fmin(fabs(x), fabs(y));
    const double aa = __dmul_rn(a, a);
    const double bb = __dmul_rn(b, b);
    const double rounded = fma(a, a, -aa) + fma(b, b, -bb);
    double length = approximate;
    for (int step = 0; step < 2; ++step) {
        const double square = __dmul_rn(length, length);
        const double excess = ((square - aa) - bb) + (fma(length, length, -square) - rounded);
        if (excess == 0) return length;
        length -= excess / (2 * length);
    }
    return approximate;
}
//+ helper exact_hypot(float)

// hypot(x, y), and after a step of Newton's method the length itself where it is a number.
static __device__ float exact_hypot(float x, float y)
{
    const float approximate = hypotf(x, y);
    const float a = fmaxf(fabsf(x), fabsf(y));
    const float b = fminf(fabsf(x), fabsf(y));
    const float aa = __fmul_rn(a, a);
    const float bb = __fmul_rn(b, b);
    const float rounded = fmaf(a, a, -aa) + fmaf(b, b, -bb);
    float length = approximate;
    for (int step = 0; step < 2; ++step) {
        const float square = __fmul_rn(length, length);
        const float excess = ((square - aa) - bb) + (fmaf(length, length, -square) - rounded);
        if (excess == 0) return length;
        length -= excess / (2 * length);
    }
    return approximate;
}
