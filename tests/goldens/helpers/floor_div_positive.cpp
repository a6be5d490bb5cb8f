//+ helper floor_div_positive(int)

// Python's a // b for a b that is not negative; for 0 it gives 0.
static inline int floor_div_positive(int a, int b)
{
    return b == 0 ? 0 : a / b - (a % b < 0 ? 1 : 0);
}
//+ helper floor_div_positive(int64)

// Python's a // b for a b that is not negative; for 0 it gives 0.
static inline int64_t floor_div_positive(int64_t a, int64_t b)
{
    return b == 0 ? 0 : a / b - (a % b < 0 ? 1 : 0);
}
