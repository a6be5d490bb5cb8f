//+ helper quotient(int)

// a / b, rounded toward zero; a zero divisor gives 0 and nothing traps.
static inline int trunc_div(int a, int b)
{
    if (b == 0) return 0;
    return b == -1 ? int(0 - unsigned(a)) : a / b;
}
//+ helper quotient(int64)

// a / b, rounded toward zero; a zero divisor gives 0 and nothing traps.
static inline int64_t trunc_div(int64_t a, int64_t b)
{
    if (b == 0) return 0;
    return b == -1 ? int64_t(0 - uint64_t(a)) : a / b;
}
