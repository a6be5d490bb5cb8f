//+ helper assigned(float)

// The value of a variable, which must have been assigned.
static inline float assigned(float value, bool is_assigned, int number, int x, int y = 0, int z = 0)
{
    if (!is_assigned) {
        fail_check(number, 0, 0, x, y, z);
    }
    return value;
}
//+ helper assigned(int)

// The value of a variable, which must have been assigned.
static inline int assigned(int value, bool is_assigned, int number, int x, int y = 0, int z = 0)
{
    if (!is_assigned) {
        fail_check(number, 0, 0, x, y, z);
    }
    return value;
}
