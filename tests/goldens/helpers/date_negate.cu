//+ helper date_negate(int64)

// -a of a span; NaT stays NaT.
static __device__ int64_t date_negate(int64_t a)
{
    return int64_t(0 - uint64_t(a));
}
