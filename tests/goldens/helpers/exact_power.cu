//+ helper exact_power(int64) with stubs

// base ** exponent, which must fit.
static __device__ int64_t exact_power(int64_t base, int64_t exponent, const char* where)
{
    __int128 result = 1, power = base;
    for (int64_t rest = exponent; rest > 0; rest >>= 1) {
        if (rest & 1) {
            result *= power;
        }
        if (rest > 1) {
            power *= power;
        }
        if (result != int64_t(result) || power != int64_t(power)) {
            fail_check("%s, in thread (%lld, %lld, %lld): the result for %lld and %lld does not fit\n", where, base, exponent);
        }
    }
    return int64_t(result);
}
