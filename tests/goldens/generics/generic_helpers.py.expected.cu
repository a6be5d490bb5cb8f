// Translated from generic_helpers.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

struct float_int
{
    float first;
    int second;
};

struct int_float
{
    int first;
    float second;
};
//+ prelude not_launched
//+ prelude check_launch_x

// Keeps a value between two others.
static __device__ float clamp_float(float x, float low, float high)
{
    if (x < low) return low;
    return x > high ? high : x;
}

// Keeps a value between two others.
static __device__ double clamp_double(double x, double low, double high)
{
    if (x < low) return low;
    return x > high ? high : x;
}

// Keeps a value between two others.
static __device__ int clamp_int(int x, int low, int high)
{
    if (x < low) return low;
    return x > high ? high : x;
}

static __device__ float total_float(const float* X, int X_len)
{
    // a zero of the type that the elements have
    float result = 0.0f;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        result += x;
    }
    return result;
}

static __device__ int total_int(const int* X, int X_len)
{
    // a zero of the type that the elements have
    int result = 0;
    for (int i = 0; i < X_len; ++i) {
        const int x = X[i];
        result += x;
    }
    return result;
}

static __device__ float_int swap_int_float(int_float pair)
{
    return {pair.second, pair.first};
}

static __device__ int first_int_double_array(int x, const double* y)
{
    return x;
}

static __global__ void kernel(unsigned threads, float* X, int X_len, double* D, int* A, int A_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[idx] = clamp_float(X[idx], 0.0f, 1.0f);
    D[idx] = clamp_double(D[idx], 0.5, X[idx]);
    A[idx] = clamp_int(A[idx], -1, 1) + clamp_int(7, A[0], 9);
    const float_int t = swap_int_float({A[idx], X[idx]});
    X[idx] += total_float(X, X_len) + t.first;
    A[idx] += total_int(A, A_len) + first_int_double_array(A[0], D);
}

extern "C" cudaError_t launch_kernel(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, float* X, int X_len, double* D, int /*D_len*/,
                                     int* A, int A_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    kernel<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, D, A, A_len);
    return cudaGetLastError();
}
