//+ helper exact_add(int)

// a + b, which must fit.
static __device__ int exact_add(int a, int b, int number)
{
    const long long left = a;
    const long long result = left + b;
    if (result != int(result)) {
        fail_check(number, a, b);
    }
    return int(result);
}
//+ helper exact_add(int) that goes on

// a + b, which must fit.
static __device__ int exact_add(int a, int b, int number)
{
    const long long left = a;
    const long long result = left + b;
    if (result != int(result)) {
        return fail_check(number, a, b), 0;
    }
    return int(result);
}
//+ helper exact_add(int) with stubs

// a + b, which must fit.
static __device__ int exact_add(int a, int b, const char* where)
{
    const long long left = a;
    const long long result = left + b;
    if (result != int(result)) {
        fail_check("%s, in thread (%lld, %lld, %lld): the result for %lld and %lld does not fit\n", where, a, b);
    }
    return int(result);
}
//+ helper exact_add(int64) with stubs

// a + b, which must fit.
static __device__ int64_t exact_add(int64_t a, int64_t b, const char* where)
{
    const __int128 left = a;
    const __int128 result = left + b;
    if (result != int64_t(result)) {
        fail_check("%s, in thread (%lld, %lld, %lld): the result for %lld and %lld does not fit\n", where, a, b);
    }
    return int64_t(result);
}
