//+ helper date_add(int64)

// a + b of dates and spans; NaT where one of them is.
static inline int64_t date_add(int64_t a, int64_t b)
{
    const int64_t nat = -9223372036854775807LL - 1;
    return a == nat || b == nat ? nat : int64_t(uint64_t(a) + uint64_t(b));
}
