//+ helper exact_pow(double)

// pow(x, y), and the power itself where it is a number: found by square roots and squaring, while they are
// exact.
static __device__ double exact_pow(double x, double y)
{
    if (x == 1 || y == 0) return 1;
    const double approximate = pow(x, y);
    if (x == 0 || !(fabs(y) <= 1100)) return approximate;
    double base = x;
    while (y != rint(y)) {
        const double root = sqrt(base);
        if (fma(root, root, -base) != 0) return approximate;
        base = root;
        y *= 2;
    }
    double power = 1;
    for (int left = int(fabs(y)); left > 0; left /= 2) {
        if (left % 2 != 0) {
            const double product = power * base;
            if (fma(power, base, -product) != 0) return approximate;
            power = product;
        }
        const double square = base * base;
        if (left > 1 && fma(base, base, -square) != 0) return approximate;
        base = square;
    }
    if (!(fabs(power) > 1e-290)) return approximate;
    const double reciprocal = 1 / power;
    if (y >= 0) return power;
    return fma(reciprocal, power, double(-1)) == 0 ? reciprocal : approximate;
}
//+ helper exact_pow(float)

// pow(x, y), and the power itself where it is a number: found by square roots and squaring, while they are
// exact.
static __device__ float exact_pow(float x, float y)
{
    if (x == 1 || y == 0) return 1;
    const float approximate = powf(x, y);
    if (x == 0 || !(fabsf(y) <= 1100)) return approximate;
    float base = x;
    while (y != rintf(y)) {
        const float root = sqrtf(base);
        if (fmaf(root, root, -base) != 0) return approximate;
        base = root;
        y *= 2;
    }
    float power = 1;
    for (int left = int(fabsf(y)); left > 0; left /= 2) {
        if (left % 2 != 0) {
            const float product = power * base;
            if (fmaf(power, base, -product) != 0) return approximate;
            power = product;
        }
        const float square = base * base;
        if (left > 1 && fmaf(base, base, -square) != 0) return approximate;
        base = square;
    }
    if (!(fabsf(power) > 1e-30f)) return approximate;
    const float reciprocal = 1 / power;
    if (y >= 0) return power;
    return fmaf(reciprocal, power, float(-1)) == 0 ? reciprocal : approximate;
}
