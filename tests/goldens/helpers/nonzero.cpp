//+ helper nonzero(int)

// The value, which must not be 0.
static inline int nonzero(int value, int number, int x, int y = 0, int z = 0)
{
    if (value == 0) {
        fail_check(number, 0, value, x, y, z);
    }
    return value;
}
//+ helper nonzero(int) with stubs

// The value, which must not be 0.
static inline int nonzero(int value, const char* where, int x, int y = 0, int z = 0)
{
    if (value == 0) {
        fail_check("%s, in thread (%lld, %lld, %lld): division by zero, or a step that is 0\n", where, 0, value, x, y, z);
    }
    return value;
}
