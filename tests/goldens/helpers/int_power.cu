//+ helper int_power(int)

// base ** exponent for an exponent that is not negative, by squaring.
static __device__ int int_power(int base, int exponent)
{
    int result = 1;
    while (true) {
        if (exponent & 1) {
            result *= base;
        }
        exponent >>= 1;
        if (exponent <= 0) return result;
        base *= base;
    }
}
//+ helper int_power(int64)

// base ** exponent for an exponent that is not negative, by squaring.
static __device__ int64_t int_power(int64_t base, int64_t exponent)
{
    int64_t result = 1;
    while (true) {
        if (exponent & 1) {
            result *= base;
        }
        exponent >>= 1;
        if (exponent <= 0) return result;
        base *= base;
    }
}
//+ helper int_power(uint64)

// base ** exponent for an exponent that is not negative, by squaring.
static __device__ uint64_t int_power(uint64_t base, uint64_t exponent)
{
    uint64_t result = 1;
    while (true) {
        if (exponent & 1) {
            result *= base;
        }
        exponent >>= 1;
        if (exponent <= 0) return result;
        base *= base;
    }
}
