//+ helper in_range(int)

// The value, which must be from 0 to below the end.
static __device__ int in_range(int value, int end, int number)
{
    if (value < 0 || value >= end) {
        fail_check(number, value, end);
    }
    return value;
}
//+ helper in_range(int) that goes on

// The value, which must be from 0 to below the end.
static __device__ int in_range(int value, int end, int number)
{
    if (value < 0 || value >= end) {
        return fail_check(number, value, end), end == 0 ? (__trap(), 0) : value < 0 ? 0 : end - 1;
    }
    return value;
}
//+ helper in_range(int) with stubs

// The value, which must be from 0 to below the end.
static __device__ int in_range(int value, int end, const char* where)
{
    if (value < 0 || value >= end) {
        fail_check("%s, in thread (%lld, %lld, %lld): %lld is not in range(%lld)\n", where, value, end);
    }
    return value;
}
//+ helper in_range(int64) with stubs

// The value, which must be from 0 to below the end.
static __device__ int64_t in_range(int64_t value, int64_t end, const char* where)
{
    if (value < 0 || value >= end) {
        fail_check("%s, in thread (%lld, %lld, %lld): %lld is not in range(%lld)\n", where, value, end);
    }
    return value;
}
