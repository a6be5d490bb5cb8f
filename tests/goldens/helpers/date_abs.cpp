//+ helper date_abs(int64)

// abs(a) of a span; NaT stays NaT.
static inline int64_t date_abs(int64_t a)
{
    return a < 0 ? int64_t(0 - uint64_t(a)) : a;
}
