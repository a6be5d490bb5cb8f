//+ helper maximum(double)

// Python's max(a, b): a unless b is greater.
static __device__ double maximum(double a, double b)
{
    return b > a ? b : a;
}
//+ helper maximum(float)

// Python's max(a, b): a unless b is greater.
static __device__ float maximum(float a, float b)
{
    return b > a ? b : a;
}
//+ helper maximum(int)

// Python's max(a, b): a unless b is greater.
static __device__ int maximum(int a, int b)
{
    return b > a ? b : a;
}
//+ helper maximum(int64)

// Python's max(a, b): a unless b is greater.
static __device__ int64_t maximum(int64_t a, int64_t b)
{
    return b > a ? b : a;
}
//+ helper maximum(uint32)

// Python's max(a, b): a unless b is greater.
static __device__ uint32_t maximum(uint32_t a, uint32_t b)
{
    return b > a ? b : a;
}
//+ helper maximum(uint64)

// Python's max(a, b): a unless b is greater.
static __device__ uint64_t maximum(uint64_t a, uint64_t b)
{
    return b > a ? b : a;
}
