//+ helper floor_div_positive(int)

// Python's a // b for a positive b.
static __device__ int floor_div_positive(int a, int b)
{
    return a / b - (a % b < 0 ? 1 : 0);
}
//+ helper floor_div_positive(int64)

// Python's a // b for a positive b.
static __device__ int64_t floor_div_positive(int64_t a, int64_t b)
{
    return a / b - (a % b < 0 ? 1 : 0);
}
