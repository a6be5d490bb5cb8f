//+ helper modf_whole(double)

// The second part of modf(x).
static inline double modf_whole(double x)
{
    double whole;
    __builtin_modf(x, &whole);
    return whole;
}
//+ helper modf_whole(float)

// The second part of modf(x).
static inline float modf_whole(float x)
{
    float whole;
    __builtin_modff(x, &whole);
    return whole;
}
