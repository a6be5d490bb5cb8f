//+ helper exact_floor_div(int) with stubs

// Python's a // b, which must be there and fit.
static __device__ int exact_floor_div(int a, int b, const char* where)
{
    const long long left = a;
    if (b == 0 || (b == -1 && -left != int(-left))) {
        fail_check("%s, in thread (%lld, %lld, %lld): %lld has no quotient by %lld\n", where, a, b);
    }
    const int quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}
