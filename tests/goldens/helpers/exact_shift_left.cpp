//+ helper exact_shift_left(int64) with stubs

// a << count, which must fit.
static inline int64_t exact_shift_left(int64_t a, int64_t count, const char* where, int x, int y = 0, int z = 0)
{
    const __int128 left = a, one = 1;
    const __int128 result = left * (one << count);
    if (result != int64_t(result)) {
        fail_check("%s, in thread (%lld, %lld, %lld): the result for %lld and %lld does not fit\n", where, a, count, x, y, z);
    }
    return int64_t(result);
}
