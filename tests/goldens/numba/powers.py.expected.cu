// Translated from powers.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ helper int_power(int64)
//+ helper int_power(uint64)
//+ helper float_power(float)
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void powers(unsigned threads, const int* __restrict__ A, int64_t* N, uint64_t* U, float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int64_t base_3 = A[0];
    const int64_t exponent_3 = A[1];
    N[0] = exponent_3 < 0 ? base_3 == 1 ? 1 : base_3 == -1 ? (exponent_3 & 1) != 0 ? -1LL : 1LL : base_3 == 0
        ? (-9223372036854775807LL - 1) : 0 : int_power(base_3, exponent_3);
    N[1] = int_power(int64_t(A[0]), int64_t(3));
    const int64_t base_4 = A[0];
    const int64_t exponent_4 = -2;
    N[2] = exponent_4 < 0 ? base_4 == 1 ? 1 : base_4 == -1 ? (exponent_4 & 1) != 0 ? -1LL : 1LL : base_4 == 0
        ? (-9223372036854775807LL - 1) : 0 : int_power(base_4, exponent_4);
    U[0] = int_power(U[1], U[2]);
    const int64_t base_5 = N[4];
    const int64_t exponent_5 = N[5];
    N[4] = exponent_5 < 0 ? base_5 == 1 ? 1 : base_5 == -1 ? (exponent_5 & 1) != 0 ? -1LL : 1LL : base_5 == 0
        ? (-9223372036854775807LL - 1) : 0 : int_power(base_5, exponent_5);
    X[0] = float_power(X[1], int64_t(A[1]));
    for (int64_t i = 0; i < 5; ++i) {
        N[3] += int_power(int64_t(2), i);
    }
}

extern "C" cudaError_t launch_powers(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const int* A, int /*A_len*/, int64_t* N,
                                     int /*N_len*/, uint64_t* U, int /*U_len*/, float* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    powers<<<grid, block, shared_bytes, stream>>>(threads.x, A, N, U, X);
    return cudaGetLastError();
}
