//+ helper modf_whole(double)

// The second part of modf(x).
static __device__ double modf_whole(double x)
{
    double whole;
    modf(x, &whole);
    return whole;
}
//+ helper modf_whole(float)

// The second part of modf(x).
static __device__ float modf_whole(float x)
{
    float whole;
    modff(x, &whole);
    return whole;
}
