//+ helper modf_fraction(float)

// The first part of modf(x).
static inline float modf_fraction(float x)
{
    float whole;
    return __builtin_modff(x, &whole);
}
