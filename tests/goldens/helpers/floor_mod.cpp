//+ helper floor_mod(double)

// Python's a % b: has the sign of b.
static inline double floor_mod(double a, double b)
{
    const double rest = fmod(a, b);
    if (rest == 0) return copysign(0.0, b);
    return (rest < 0) != (b < 0) ? rest + b : rest;
}
//+ helper floor_mod(float)

// Python's a % b: has the sign of b.
static inline float floor_mod(float a, float b)
{
    const float rest = fmodf(a, b);
    if (rest == 0) return copysignf(0.0f, b);
    return (rest < 0) != (b < 0) ? rest + b : rest;
}
//+ helper floor_mod(int)

// Python's a % b: has the sign of b; a zero divisor gives 0.
static inline int floor_mod(int a, int b)
{
    if (b == 0 || b == -1) return 0;
    const int rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
//+ helper floor_mod(int64)

// Python's a % b: has the sign of b; a zero divisor gives 0.
static inline int64_t floor_mod(int64_t a, int64_t b)
{
    if (b == 0 || b == -1) return 0;
    const int64_t rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
