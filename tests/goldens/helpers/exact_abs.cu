//+ helper exact_abs(int) with stubs

// abs(a), which must fit.
static __device__ int exact_abs(int a, const char* where)
{
    const long long left = a;
    if (-left != int(-left)) {
        fail_check("%s, in thread (%lld, %lld, %lld): the result for %lld does not fit\n", where, a, 0);
    }
    return int(left < 0 ? -left : left);
}
