//+ helper square(double)

// x ** 2.
static inline double square(double x)
{
    return x * x;
}
//+ helper square(float)

// x ** 2.
static inline float square(float x)
{
    return x * x;
}
//+ helper square(int)

// x ** 2.
static inline int square(int x)
{
    return x * x;
}
