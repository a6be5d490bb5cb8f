//+ helper exact_negate(int) with stubs

// -a, which must fit.
static inline int exact_negate(int a, const char* where, int x, int y = 0, int z = 0)
{
    const long long left = a;
    if (-left != int(-left)) {
        fail_check("%s, in thread (%lld, %lld, %lld): the result for %lld does not fit\n", where, a, 0, x, y, z);
    }
    return int(-left);
}
