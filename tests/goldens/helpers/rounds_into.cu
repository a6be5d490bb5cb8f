//+ helper rounds_into(double) with stubs

// The value, whose integer part must be from low to below high.
static __device__ double rounds_into(double value, double low, double high, const char* where)
{
    if (!((value >= low || value > low - 1) && value < high)) {
        const double wide = value;
        long long bits;
        memcpy(&bits, &wide, sizeof bits);
        fail_check("%s, in thread (%lld, %lld, %lld): the number is too large\n", where, bits, 0);
    }
    return value;
}
//+ helper rounds_into(float) with stubs

// The value, whose integer part must be from low to below high.
static __device__ float rounds_into(float value, float low, float high, const char* where)
{
    if (!((value >= low || value > low - 1) && value < high)) {
        const double wide = value;
        long long bits;
        memcpy(&bits, &wide, sizeof bits);
        fail_check("%s, in thread (%lld, %lld, %lld): the number is too large\n", where, bits, 0);
    }
    return value;
}
