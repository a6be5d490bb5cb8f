//+ helper floor_div(double)

// Python's a // b: rounds toward minus infinity; a zero divisor gives an infinity or a NaN.
static __device__ double floor_div(double a, double b)
{
    if (b == 0) return a / b;
    const double rest = fmod(a, b);
    double quotient = (a - rest) / b;
    if (rest != 0 && (rest < 0) != (b < 0)) {
        quotient -= 1;
    }
    if (quotient == 0) return copysign(0.0, a / b);
    const double floored = floor(quotient);
    return quotient - floored > 0.5 ? floored + 1 : floored;
}
//+ helper floor_div(float)

// Python's a // b: rounds toward minus infinity; a zero divisor gives an infinity or a NaN.
static __device__ float floor_div(float a, float b)
{
    if (b == 0) return a / b;
    const float rest = fmodf(a, b);
    float quotient = (a - rest) / b;
    if (rest != 0 && (rest < 0) != (b < 0)) {
        quotient -= 1;
    }
    if (quotient == 0) return copysignf(0.0f, a / b);
    const float floored = floorf(quotient);
    return quotient - floored > 0.5f ? floored + 1 : floored;
}
//+ helper floor_div(int)

// Python's a // b: rounds toward minus infinity.
static __device__ int floor_div(int a, int b)
{
    const int quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}
