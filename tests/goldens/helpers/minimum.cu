//+ helper minimum(double)

// Python's min(a, b): a unless b is less.
static __device__ double minimum(double a, double b)
{
    return b < a ? b : a;
}
//+ helper minimum(float)

// Python's min(a, b): a unless b is less.
static __device__ float minimum(float a, float b)
{
    return b < a ? b : a;
}
//+ helper minimum(half)

// Python's min(a, b): a unless b is less.
static __device__ half minimum(half a, half b)
{
    return b < a ? b : a;
}
//+ helper minimum(int)

// Python's min(a, b): a unless b is less.
static __device__ int minimum(int a, int b)
{
    return b < a ? b : a;
}
//+ helper minimum(int64)

// Python's min(a, b): a unless b is less.
static __device__ int64_t minimum(int64_t a, int64_t b)
{
    return b < a ? b : a;
}
