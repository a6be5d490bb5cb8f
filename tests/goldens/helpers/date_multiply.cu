//+ helper date_multiply(int64)

// A span times an integer; NaT stays NaT.
static __device__ int64_t date_multiply(int64_t a, int64_t factor)
{
    const int64_t nat = -9223372036854775807LL - 1;
    return a == nat ? nat : int64_t(uint64_t(a) * uint64_t(factor));
}
