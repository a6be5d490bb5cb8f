//+ helper date_divide(int64)

// A span by an integer, rounded toward zero; NaT stays NaT, and a zero divisor gives it.
static __device__ int64_t date_divide(int64_t a, int64_t divisor)
{
    const int64_t nat = -9223372036854775807LL - 1;
    return a == nat || divisor == 0 ? nat : a / divisor;
}
