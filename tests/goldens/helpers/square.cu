//+ helper square(double)

// x ** 2.
static __device__ double square(double x)
{
    return x * x;
}
//+ helper square(float)

// x ** 2.
static __device__ float square(float x)
{
    return x * x;
}
//+ helper square(int)

// x ** 2.
static __device__ int square(int x)
{
    return x * x;
}
