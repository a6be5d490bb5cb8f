//+ helper exact_sub(int)

// a - b, which must fit.
static __device__ int exact_sub(int a, int b, int number)
{
    const long long left = a;
    const long long result = left - b;
    if (result != int(result)) {
        fail_check(number, a, b);
    }
    return int(result);
}
//+ helper exact_sub(int) that goes on

// a - b, which must fit.
static __device__ int exact_sub(int a, int b, int number)
{
    const long long left = a;
    const long long result = left - b;
    if (result != int(result)) {
        return fail_check(number, a, b), 0;
    }
    return int(result);
}
//+ helper exact_sub(int) with stubs

// a - b, which must fit.
static __device__ int exact_sub(int a, int b, const char* where)
{
    const long long left = a;
    const long long result = left - b;
    if (result != int(result)) {
        fail_check("%s, in thread (%lld, %lld, %lld): the result for %lld and %lld does not fit\n", where, a, b);
    }
    return int(result);
}
