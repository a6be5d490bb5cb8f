//+ helper date_greater_equal(int64)

// a >= b of dates or spans; false where one of them is NaT.
static __device__ bool date_greater_equal(int64_t a, int64_t b)
{
    const int64_t nat = -9223372036854775807LL - 1;
    return b != nat && a >= b;
}
