// Translated from helpers_come_along.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

constexpr int BY = 3;
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ float scaled_float_int(float x, int by);
static __device__ float shifted_int(int x);
static __device__ double scaled_double_int(double x, int by);

// Is called only by helpers that come along.
static __device__ float shifted_float(float x)
{
    return x > 0.0f ? x + 0.5f : scaled_float_int(-x, BY);
}

static __device__ float scaled_float_int(float x, int by)
{
    return shifted_float(x) * by;
}

static __device__ float scaled_int(int x, int by)
{
    return shifted_int(x) * by;
}

// Is called only by helpers that come along.
static __device__ float shifted_int(int x)
{
    return x > 0 ? x + 0.5f : scaled_int(-x, BY);
}

static __device__ float scaled_int_float(int x, float by)
{
    return shifted_int(x) * by;
}

// Is called only by helpers that come along.
static __device__ double shifted_double(double x)
{
    return x > 0.0 ? x + 0.5 : scaled_double_int(-x, BY);
}

static __device__ double scaled_double_int(double x, int by)
{
    return shifted_double(x) * by;
}

static __device__ void put_int_array_int_int(int* X, int X_len, int at, int value)
{
    if (at < X_len) {
        X[at] = value;
    }
}

static __device__ double twice(double x)
{
    return x * 2.0;
}

static __device__ int twice_(int x)
{
    return x * 2;
}

static __global__ void kernel(unsigned threads, float* X, double* D, int* A, int A_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[idx] = scaled_float_int(X[idx], BY) + scaled_int_float(2, X[idx]);
    D[idx] = twice(scaled_double_int(D[idx], BY));
    put_int_array_int_int(A, A_len, idx, twice_(A[idx]));
}

extern "C" cudaError_t launch_kernel(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, float* X, int /*X_len*/, double* D, int /*D_len*/,
                                     int* A, int A_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    kernel<<<grid, block, shared_bytes, stream>>>(threads.x, X, D, A, A_len);
    return cudaGetLastError();
}
