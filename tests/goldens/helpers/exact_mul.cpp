//+ helper exact_mul(int)

// a * b, which must fit.
static inline int exact_mul(int a, int b, int number, int x, int y = 0, int z = 0)
{
    const long long left = a;
    const long long result = left * b;
    if (result != int(result)) {
        fail_check(number, a, b, x, y, z);
    }
    return int(result);
}
//+ helper exact_mul(int) with stubs

// a * b, which must fit.
static inline int exact_mul(int a, int b, const char* where, int x, int y = 0, int z = 0)
{
    const long long left = a;
    const long long result = left * b;
    if (result != int(result)) {
        fail_check("%s, in thread (%lld, %lld, %lld): the result for %lld and %lld does not fit\n", where, a, b, x, y, z);
    }
    return int(result);
}
