// Translated from function_parameters.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

struct float_float
{
    float first;
    float second;
};

constexpr float SCALE = 3.0f;
//+ helper minimum(float)
//+ helper maximum(float)
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ float add(float a, float b)
{
    return a + b;
}

static __device__ float twice_f(float x)
{
    return x * SCALE;
}

static __device__ float twice_float(float x)
{
    return twice_f(twice_f(x));
}

static __device__ double twice_f_(double y)
{
    return y + 1.0;
}

static __device__ double twice_double(double x)
{
    return twice_f_(twice_f_(x));
}

// From the left, as functools.reduce does.
static __device__ float fold_add_float(const float* X, int X_len, float start)
{
    float result = start;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        result = add(result, x);
    }
    return result;
}

static __device__ int fold_f(int n, float x)
{
    return x > 0.0f ? n + 1 : n;
}

// From the left, as functools.reduce does.
static __device__ int fold_int_float(const float* X, int X_len, int start)
{
    int result = start;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        result = fold_f(result, x);
    }
    return result;
}

static __device__ float fold_f_(float best, float x)
{
    return x > best ? x : best;
}

// From the left, as functools.reduce does.
static __device__ float fold_float(const float* X, int X_len, float start)
{
    float result = start;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        result = fold_f_(result, x);
    }
    return result;
}

static __device__ float_float fold_f_2(float_float t, float x)
{
    return {minimum(t.first, x), maximum(t.second, x)};
}

// From the left, as functools.reduce does.
static __device__ float_float fold_float_float_float(const float* X, int X_len, float_float start)
{
    float_float result = start;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        result = fold_f_2(result, x);
    }
    return result;
}

static __device__ double apply_f(int n)
{
    return n / 2.0;
}

static __device__ double apply_double_int(int x)
{
    return twice_double(apply_f(x));
}

static __global__ void kernel(unsigned threads, float* X, int X_len, int* A, double* D)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[idx] = fold_add_float(X, X_len, 0.0f);
    A[idx] = fold_int_float(X, X_len, 0);
    X[idx] += twice_float(X[idx]);
    D[idx] = apply_double_int(A[idx]);
    X[idx] = fold_float(X, X_len, X[0]);
    const float_float fold_float_float_float_result = fold_float_float_float(X, X_len, {X[0], X[0]});
    const float lo = fold_float_float_float_result.first;
    const float hi = fold_float_float_float_result.second;
    X[idx] = hi - lo;
}

extern "C" cudaError_t launch_kernel(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, float* X, int X_len, int* A, int /*A_len*/,
                                     double* D, int /*D_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    kernel<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, A, D);
    return cudaGetLastError();
}
