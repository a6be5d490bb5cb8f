//+ helper floor_mod_positive(int)

// Python's a % b for a b that is not negative; for 0 it gives 0.
static inline int floor_mod_positive(int a, int b)
{
    if (b == 0) return 0;
    const int rest = a % b;
    return rest < 0 ? rest + b : rest;
}
