//+ helper exact_add(int)

// a + b, which must fit.
static inline int exact_add(int a, int b, int number, int x, int y = 0, int z = 0)
{
    const long long left = a;
    const long long result = left + b;
    if (result != int(result)) {
        fail_check(number, a, b, x, y, z);
    }
    return int(result);
}
//+ helper exact_add(int) with stubs

// a + b, which must fit.
static inline int exact_add(int a, int b, const char* where, int x, int y = 0, int z = 0)
{
    const long long left = a;
    const long long result = left + b;
    if (result != int(result)) {
        fail_check("%s, in thread (%lld, %lld, %lld): the result for %lld and %lld does not fit\n", where, a, b, x, y, z);
    }
    return int(result);
}
//+ helper exact_add(int64) with stubs

// a + b, which must fit.
static inline int64_t exact_add(int64_t a, int64_t b, const char* where, int x, int y = 0, int z = 0)
{
    const __int128 left = a;
    const __int128 result = left + b;
    if (result != int64_t(result)) {
        fail_check("%s, in thread (%lld, %lld, %lld): the result for %lld and %lld does not fit\n", where, a, b, x, y, z);
    }
    return int64_t(result);
}
