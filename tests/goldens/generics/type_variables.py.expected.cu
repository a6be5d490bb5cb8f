// Translated from type_variables.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

struct int_float
{
    int first;
    float second;
};

struct float_int
{
    float first;
    int second;
};
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ float clamp_float(float x, float low, float high)
{
    return x < low ? low : x > high ? high : x;
}

static __device__ int clamp_int(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

static __device__ float total_float(const float* X, int X_len)
{
    float result = 0.0f;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        result += x;
    }
    return result;
}

static __device__ int total_int(const int* X, int X_len)
{
    int result = 0;
    for (int i = 0; i < X_len; ++i) {
        const int x = X[i];
        result += x;
    }
    return result;
}

static __device__ float apply_f(float v)
{
    return v * 2.0f;
}

static __device__ float apply_float(float x)
{
    return apply_f(x);
}

static __device__ int fold_f(int n, float x)
{
    return x > 0.0f ? n + 1 : n;
}

static __device__ int fold_int_float(const float* X, int X_len, int start)
{
    int result = start;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        result = fold_f(result, x);
    }
    return result;
}

static __device__ double corner_double(const double* M)
{
    return M[0];
}

static __device__ int_float swap_float_int(float_int pair)
{
    return {pair.second, pair.first};
}

static __device__ float quoted_float_double(const float* X, float by, const double* V, int n)
{
    return float(X[0] * by + V[0]) + n;
}

static __global__ void kernel(unsigned threads, float* X, int X_len, int* I, int I_len, double* M)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[idx] = clamp_float(X[idx], 0.0f, 1.0f) + total_float(X, X_len);
    I[idx] = clamp_int(I[idx], -10, 10) + total_int(I, I_len);
    X[idx] += apply_float(X[idx]) + quoted_float_double(X, 2.0f, M, 1);
    I[idx] += fold_int_float(X, X_len, 0);
    M[idx] = corner_double(M);
    const int_float swap_float_int_result = swap_float_int({X[idx], I[idx]});
    const int n = swap_float_int_result.first;
    const float x = swap_float_int_result.second;
    X[idx] += x * n;
}

extern "C" cudaError_t launch_kernel(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, float* X, int X_len, int* I, int I_len, double* M,
                                     int /*M_rows*/, int /*M_cols*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    kernel<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, I, I_len, M);
    return cudaGetLastError();
}
