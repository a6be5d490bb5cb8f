//+ helper nonzero(int)

// The value, which must not be 0.
static __device__ int nonzero(int value, int number)
{
    if (value == 0) {
        fail_check(number, 0, value);
    }
    return value;
}
//+ helper nonzero(int) with stubs

// The value, which must not be 0.
static __device__ int nonzero(int value, const char* where)
{
    if (value == 0) {
        fail_check("%s, in thread (%lld, %lld, %lld): division by zero, or a step that is 0\n", where, 0, value);
    }
    return value;
}
