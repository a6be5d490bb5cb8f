//+ helper rounds_into(double) with stubs

// The value, whose integer part must be from low to below high.
static inline double rounds_into(double value, double low, double high, const char* where, int x, int y = 0, int z = 0)
{
    if (!((value >= low || value > low - 1) && value < high)) {
        const double wide = value;
        long long bits;
        __builtin_memcpy(&bits, &wide, sizeof bits);
        fail_check("%s, in thread (%lld, %lld, %lld): the number is too large\n", where, bits, 0, x, y, z);
    }
    return value;
}
//+ helper rounds_into(float) with stubs

// The value, whose integer part must be from low to below high.
static inline float rounds_into(float value, float low, float high, const char* where, int x, int y = 0, int z = 0)
{
    if (!((value >= low || value > low - 1) && value < high)) {
        const double wide = value;
        long long bits;
        __builtin_memcpy(&bits, &wide, sizeof bits);
        fail_check("%s, in thread (%lld, %lld, %lld): the number is too large\n", where, bits, 0, x, y, z);
    }
    return value;
}
