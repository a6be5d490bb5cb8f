//+ helper in_range(int)

// The value, which must be from 0 to below the end.
static inline int in_range(int value, int end, int number, int x, int y = 0, int z = 0)
{
    if (value < 0 || value >= end) {
        fail_check(number, value, end, x, y, z);
    }
    return value;
}
//+ helper in_range(int) with stubs

// The value, which must be from 0 to below the end.
static inline int in_range(int value, int end, const char* where, int x, int y = 0, int z = 0)
{
    if (value < 0 || value >= end) {
        fail_check("%s, in thread (%lld, %lld, %lld): %lld is not in range(%lld)\n", where, value, end, x, y, z);
    }
    return value;
}
//+ helper in_range(int64) with stubs

// The value, which must be from 0 to below the end.
static inline int64_t in_range(int64_t value, int64_t end, const char* where, int x, int y = 0, int z = 0)
{
    if (value < 0 || value >= end) {
        fail_check("%s, in thread (%lld, %lld, %lld): %lld is not in range(%lld)\n", where, value, end, x, y, z);
    }
    return value;
}
