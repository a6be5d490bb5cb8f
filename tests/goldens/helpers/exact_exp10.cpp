//+ helper exact_exp10(double)

// exp10(x), and the power itself where it is a number.
static inline double exact_exp10(double x)
{
    if (x != rint(x) || !(x >= 0 && x <= 22)) return exp10(x);
    double power = 1;
    for (int left = int(x); left > 0; --left)
        power *= 10;
    return power;
}
//+ helper exact_exp10(float)

// exp10(x), and the power itself where it is a number.
static inline float exact_exp10(float x)
{
    if (x != rintf(x) || !(x >= 0 && x <= 10)) return exp10f(x);
    float power = 1;
    for (int left = int(x); left > 0; --left)
        power *= 10;
    return power;
}
