//+ helper remainder(int)

// a % b with the sign of a; a zero divisor gives 0 and nothing traps.
static inline int trunc_mod(int a, int b)
{
    return b == 0 || b == -1 ? 0 : a % b;
}
//+ helper remainder(int64)

// a % b with the sign of a; a zero divisor gives 0 and nothing traps.
static inline int64_t trunc_mod(int64_t a, int64_t b)
{
    return b == 0 || b == -1 ? 0 : a % b;
}
