//+ helper floor_mod(double)

// Python's a % b: has the sign of b.
static __device__ double floor_mod(double a, double b)
{
    const double rest = fmod(a, b);
    if (rest == 0) return copysign(0.0, b);
    return (rest < 0) != (b < 0) ? rest + b : rest;
}
//+ helper floor_mod(float)

// Python's a % b: has the sign of b.
static __device__ float floor_mod(float a, float b)
{
    const float rest = fmodf(a, b);
    if (rest == 0) return copysignf(0.0f, b);
    return (rest < 0) != (b < 0) ? rest + b : rest;
}
//+ helper floor_mod(int)

// Python's a % b: has the sign of b.
static __device__ int floor_mod(int a, int b)
{
    const int rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
//+ helper floor_mod(int64)

// Python's a % b: has the sign of b.
static __device__ int64_t floor_mod(int64_t a, int64_t b)
{
    const int64_t rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
