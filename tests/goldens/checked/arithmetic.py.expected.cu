// Translated from arithmetic.py by pycu2cu 0.2.0.

#include <cassert>
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
//+ prelude failed_check with stubs
//+ helper floor_mod(int)
//+ helper in_range(int) with stubs
//+ helper in_range(int64) with stubs
//+ helper nonzero(int) with stubs
//+ helper rounds_into(double) with stubs
//+ helper exact_add(int) with stubs
//+ helper exact_add(int64) with stubs
//+ helper exact_sub(int) with stubs
//+ helper exact_mul(int) with stubs
//+ helper exact_floor_div(int) with stubs
//+ helper exact_power(int64) with stubs
//+ helper exact_shift_left(int64) with stubs
//+ helper exact_negate(int) with stubs
//+ helper exact_abs(int) with stubs
//+ prelude not_launched
//+ prelude check_launch_x

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
