//+ helper date_ratio(int64)

// a / b of spans; NaN where one of them is NaT.
static inline double date_ratio(int64_t a, int64_t b)
{
    const int64_t nat = -9223372036854775807LL - 1;
    return a == nat || b == nat ? __builtin_nan("") : double(a) / double(b);
}
