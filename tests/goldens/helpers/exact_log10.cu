//+ helper exact_log10(double)

// log10(x), and for a power of ten, or the number nearest to one below 1, its exponent.
static __device__ double exact_log10(double x)
{
    const double approximate = log10(x);
    const double whole = rint(approximate);
    if (approximate == whole || !(fabs(approximate - whole) <= 1e-13 && fabs(whole) <= 22)) {
        return approximate;
    }
    double power = 1;
    for (int left = int(fabs(whole)); left > 0; --left)
        power *= 10;
    return x == power || x == 1 / power ? whole : approximate;
}
//+ helper exact_log10(float)

// log10(x), and for a power of ten, or the number nearest to one below 1, its exponent.
static __device__ float exact_log10(float x)
{
    const float approximate = log10f(x);
    const float whole = rintf(approximate);
    if (approximate == whole || !(fabsf(approximate - whole) <= 1e-5f && fabsf(whole) <= 10)) {
        return approximate;
    }
    float power = 1;
    for (int left = int(fabsf(whole)); left > 0; --left)
        power *= 10;
    return x == power || x == 1 / power ? whole : approximate;
}
