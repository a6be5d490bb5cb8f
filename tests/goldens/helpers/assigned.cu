//+ helper assigned(float)

// The value of a variable, which must have been assigned.
static __device__ float assigned(float value, bool is_assigned, int number)
{
    if (!is_assigned) {
        fail_check(number, 0, 0);
    }
    return value;
}
//+ helper assigned(int)

// The value of a variable, which must have been assigned.
static __device__ int assigned(int value, bool is_assigned, int number)
{
    if (!is_assigned) {
        fail_check(number, 0, 0);
    }
    return value;
}
