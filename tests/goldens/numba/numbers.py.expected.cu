// Translated from numbers.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ helper floor_div_positive(int64)
//+ helper square(float)
//+ helper minimum(double)
//+ helper maximum(int64)
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void numbers(unsigned threads, const float* X, float* Y, int* A, uint32_t* U, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    for (int i = 0; i < n; ++i) {
        Y[i] = X[i] * 2.0 + X[i] * 2.0;
        Y[i] = X[i] * 2.5;
        Y[i] = double(X[i]) + A[i];
        A[i] = int64_t(A[i]) * A[i] + 1;
        U[i] = int64_t(U[i]) * 1664525 + 1013904223;
        A[i] = int(X[i]);
        A[i] = int(n / 2.0 + floor_div_positive(int64_t(n), int64_t(3)) + (int64_t(n) & 3));
        Y[i] = square(X[i]) + sqrt(double(A[i])) + sinf(X[i]);
        A[i] = int64_t(uint64_t(-U[i])) + (int64_t(~A[i]) << 3) + int64_t(uint64_t(U[i]) >> 1);
        U[i] = U[i] ^ (uint64_t(U[i]) >> 16);
    }
}

extern "C" cudaError_t launch_numbers(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const float* X, int /*X_len*/, float* Y,
                                      int /*Y_len*/, int* A, int /*A_len*/, uint32_t* U, int /*U_len*/, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    numbers<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y, A, U, n);
    return cudaGetLastError();
}

static __global__ void locals(unsigned threads, float* X, int X_len, int* A, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    double total = 0.0;
    int64_t count = 0;
    for (int64_t i = 0; i < X_len; ++i) {
        total += X[i];
        if (X[i] > 1.0 && int64_t(A[i]) != 2) {
            count += 1;
        }
    }
    X[0] = total;
    A[0] = count;
    const bool flag = int64_t(n) > 3;
    A[1] = !flag;
    A[2] = int(flag ? double(A[1]) : X[1]);
    A[3] = maximum(int64_t(n), int64_t(3));
    A[4] = int(minimum(double(X[2]), double(n)));
}

extern "C" cudaError_t launch_locals(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, float* X, int X_len, int* A, int /*A_len*/, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    locals<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, A, n);
    return cudaGetLastError();
}
