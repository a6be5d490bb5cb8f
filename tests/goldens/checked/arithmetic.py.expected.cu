// Translated from arithmetic.py by pycu2cu 0.2.0.

#include <cassert>
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

// Says what is outside the contract of the language, and stops.
static __device__ void fail_check(const char* format, const char* where, long long value, long long bound)
{
    const long long x = 1LL * blockIdx.x * blockDim.x + threadIdx.x;
    const long long y = 1LL * blockIdx.y * blockDim.y + threadIdx.y;
    const long long z = 1LL * blockIdx.z * blockDim.z + threadIdx.z;
    printf(format, where, x, y, z, value, bound);
    assert(!"outside the contract of the language");
    __trap();
}

// Python's a % b: has the sign of b.
static __device__ int floor_mod(int a, int b)
{
    const int rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

// The value, which must be from 0 to below the end.
static __device__ int in_range(int value, int end, const char* where)
{
    if (value < 0 || value >= end) {
        fail_check("%s, in thread (%lld, %lld, %lld): %lld is not in range(%lld)\n", where, value, end);
    }
    return value;
}

// The value, which must be from 0 to below the end.
static __device__ int64_t in_range(int64_t value, int64_t end, const char* where)
{
    if (value < 0 || value >= end) {
        fail_check("%s, in thread (%lld, %lld, %lld): %lld is not in range(%lld)\n", where, value, end);
    }
    return value;
}

// The value, which must not be 0.
static __device__ int nonzero(int value, const char* where)
{
    if (value == 0) {
        fail_check("%s, in thread (%lld, %lld, %lld): division by zero, or a step that is 0\n", where, 0, value);
    }
    return value;
}

// The value, whose integer part must be from low to below high.
static __device__ double rounds_into(double value, double low, double high, const char* where)
{
    if (!((value >= low || value > low - 1) && value < high)) {
        const double wide = value;
        long long bits;
        memcpy(&bits, &wide, sizeof bits);
        fail_check("%s, in thread (%lld, %lld, %lld): the number is too large\n", where, bits, 0);
    }
    return value;
}

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

// a * b, which must fit.
static __device__ int exact_mul(int a, int b, const char* where)
{
    const long long left = a;
    const long long result = left * b;
    if (result != int(result)) {
        fail_check("%s, in thread (%lld, %lld, %lld): the result for %lld and %lld does not fit\n", where, a, b);
    }
    return int(result);
}

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

// base ** exponent, which must fit.
static __device__ int64_t exact_power(int64_t base, int64_t exponent, const char* where)
{
    __int128 result = 1, power = base;
    for (int64_t rest = exponent; rest > 0; rest >>= 1) {
        if (rest & 1) {
            result *= power;
        }
        if (rest > 1) {
            power *= power;
        }
        if (result != int64_t(result) || power != int64_t(power)) {
            fail_check("%s, in thread (%lld, %lld, %lld): the result for %lld and %lld does not fit\n", where, base, exponent);
        }
    }
    return int64_t(result);
}

// a << count, which must fit.
static __device__ int64_t exact_shift_left(int64_t a, int64_t count, const char* where)
{
    const __int128 left = a, one = 1;
    const __int128 result = left * (one << count);
    if (result != int64_t(result)) {
        fail_check("%s, in thread (%lld, %lld, %lld): the result for %lld and %lld does not fit\n", where, a, count);
    }
    return int64_t(result);
}

// -a, which must fit.
static __device__ int exact_negate(int a, const char* where)
{
    const long long left = a;
    if (-left != int(-left)) {
        fail_check("%s, in thread (%lld, %lld, %lld): the result for %lld does not fit\n", where, a, 0);
    }
    return int(-left);
}

// abs(a), which must fit.
static __device__ int exact_abs(int a, const char* where)
{
    const long long left = a;
    if (-left != int(-left)) {
        fail_check("%s, in thread (%lld, %lld, %lld): the result for %lld does not fit\n", where, a, 0);
    }
    return int(left < 0 ? -left : left);
}

// Returns why nothing is launched: there are no threads, or the grid does not fit them.
static cudaError_t not_launched(dim3 threads)
{
    const bool is_empty = threads.x == 0 || threads.y == 0 || threads.z == 0;
    return is_empty ? cudaSuccess : cudaErrorInvalidConfiguration;
}

// Returns whether there are threads to launch, and the grid covers them along x and has no others along y and
// z.
static bool check_launch_x(dim3 threads, dim3 grid, dim3 block)
{
    const unsigned long long x = 1ULL * grid.x * block.x;
    return threads.x > 0 && threads.y > 0 && threads.z > 0 && x >= threads.x && x <= 0x80000000
        && grid.y == threads.y && block.y == 1 && grid.z == threads.z && block.z == 1;
}

static __device__ int64_t power(int64_t base, int by)
{
    return exact_add(exact_power(base, int64_t(3), "arithmetic.py:6: `base**3`"),
                     exact_shift_left(base,
                                      in_range(int64_t(by), int64_t(64), "arithmetic.py:6: `base << by`"),
                                      "arithmetic.py:6: `base << by`"),
                     "arithmetic.py:6: `base**3 + (base << by)`");
}

static __global__ void arithmetic(unsigned threads, int* X, int X_len, uint8_t* B, int B_len, int16_t* N,
                                  int N_len, double z, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    int total = 0;
    for (int i = 0; i < n >> 1; ++i) {
        total = exact_add(total,
                          exact_sub(exact_mul(X[in_range(i, X_len, "arithmetic.py:13: `X[i]`")], i,
                                              "arithmetic.py:13: `X[i] * i`"), n,
                                    "arithmetic.py:13: `X[i] * i - n`"),
                          "arithmetic.py:13: `total += X[i] * i - n`");
        const int index = in_range(i, B_len, "arithmetic.py:14: `B[i]`");
        B[index] = exact_floor_div(int(B[index]),
                                   int(B[in_range(exact_add(i, 1, "arithmetic.py:14: `i + 1`"), B_len,
                                                  "arithmetic.py:14: `B[i + 1]`")]),
                                   "arithmetic.py:14: `B[i] //= B[i + 1]`");
        N[in_range(i, N_len, "arithmetic.py:15: `N[i]`")] =
            int16_t(exact_sub(exact_mul(int(N[in_range(i, N_len, "arithmetic.py:15: `N[i]`")]), 3,
                                        "arithmetic.py:15: `N[i] * 3`"),
                              int(N[in_range(exact_add(i, 1, "arithmetic.py:15: `i + 1`"), N_len,
                                             "arithmetic.py:15: `N[i + 1]`")]),
                              "arithmetic.py:15: `N[i] * 3 - N[i + 1]`"));
    }
    X[in_range(0, X_len, "arithmetic.py:16: `X[0]`")] =
        exact_floor_div(total, n, "arithmetic.py:16: `total // n`");
    X[in_range(1, X_len, "arithmetic.py:17: `X[1]`")] =
        floor_mod(exact_negate(total, "arithmetic.py:17: `-total`"),
                  nonzero(n, "arithmetic.py:17: `-total % n`"));
    X[in_range(2, X_len, "arithmetic.py:18: `X[2]`")] = exact_abs(total, "arithmetic.py:18: `abs(total)`")
        >> in_range(n, 32, "arithmetic.py:18: `abs(total) >> n`");
    X[in_range(3, X_len, "arithmetic.py:19: `X[3]`")] = n > 0
        && z / nonzero(n, "arithmetic.py:19: `z / n`") < 10.0
        ? int(rounds_into(z, -2147483648.0, 2147483648.0, "arithmetic.py:19: `z`"))
        : int(int64_t(rint(rounds_into(z, -9223372036854775808.0, 9223372036854775808.0,
                                       "arithmetic.py:19: `round(z)`"))));
    X[in_range(4, X_len, "arithmetic.py:20: `X[4]`")] = int(power(total, n));
}

extern "C" cudaError_t launch_arithmetic(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream, int* X, int X_len, uint8_t* B, int B_len,
                                         int16_t* N, int N_len, double z, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    arithmetic<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, B, B_len, N, N_len, z, n);
    return cudaGetLastError();
}
