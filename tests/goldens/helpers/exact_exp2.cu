//+ helper exact_exp2(double)

// exp2(x), and for a whole x the power itself.
static __device__ double exact_exp2(double x)
{
    return x == rint(x) && fabs(x) <= 1100 ? ldexp(double(1), int(x)) : exp2(x);
}
//+ helper exact_exp2(float)

// exp2(x), and for a whole x the power itself.
static __device__ float exact_exp2(float x)
{
    return x == rintf(x) && fabsf(x) <= 1100 ? ldexpf(float(1), int(x)) : exp2f(x);
}
