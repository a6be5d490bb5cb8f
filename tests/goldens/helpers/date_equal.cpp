//+ helper date_equal(int64)

// a == b of dates or spans; NaT equals nothing.
static inline bool date_equal(int64_t a, int64_t b)
{
    const int64_t nat = -9223372036854775807LL - 1;
    return a == b && a != nat;
}
