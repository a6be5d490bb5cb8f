// Translated from captures.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

struct Line
{
    float slope;
    float start;
};

struct float_int
{
    float first;
    int second;
};
//+ helper minimum(int)
//+ helper maximum(float)
//+ helper ptxas_negation_workaround(int)
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ float apply_f(float v, float alpha, int k)
{
    return alpha * v + k;
}

static __device__ float apply_float(float x, float alpha, int k)
{
    return apply_f(x, alpha, k);
}

static __device__ int apply_f_(int n, int k)
{
    return n + k;
}

static __device__ int apply_int(int x, int k)
{
    return apply_f_(x, k);
}

static __device__ double apply_f_2(float v, int by, double d)
{
    return v * d * by;
}

static __device__ double apply_double_float(float x, double d)
{
    return apply_f_2(x, -1, d);
}

static __device__ float fold_f(float a, float b, float v)
{
    return a + b * v;
}

static __device__ float fold_float(const float* X, int X_len, float start, float v)
{
    float result = start;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        result = fold_f(result, x, v);
    }
    return result;
}

static __device__ float apply_f_3(float v, const float* row, int row_len)
{
    return fold_float(row, row_len, v, v);
}

static __device__ float apply_float_(float x, const float* row, int row_len)
{
    return apply_f_3(x, row, row_len);
}

static __device__ float apply_f_4(float v, const Line& line, float2 p, float_int pair)
{
    return line.slope * v + line.start + p.x + pair.first * pair.second;
}

static __device__ float apply_float_2(float x, const Line& line, float2 p, float_int pair)
{
    return apply_f_4(x, line, p, pair);
}

static __device__ double apply_sqrt(double a)
{
    return sqrt(a);
}

static __device__ double apply_sqrt_double(double x)
{
    return apply_sqrt(x);
}

static __device__ float apply_sqrt_(float a)
{
    return sqrtf(a);
}

static __device__ float apply_sqrt_float(float x)
{
    return apply_sqrt_(x);
}

static __device__ int apply_int_(float a)
{
    return int(a);
}

static __device__ int apply_int_int_float(float x)
{
    return apply_int_(x);
}

static __device__ double apply_float_3(int a)
{
    return double(a);
}

static __device__ double apply_float_double_int(int x)
{
    return apply_float_3(x);
}

static __device__ float apply_float32(double a)
{
    return float(a);
}

static __device__ float apply_float32_float_double(double x)
{
    return apply_float32(x);
}

static __device__ float twice_f(float v, float scale)
{
    return v * scale;
}

static __device__ float apply_f_5(float y, float scale)
{
    return twice_f(y, scale);
}

static __device__ float apply_float_4(float x, float scale)
{
    return apply_f_5(x, scale);
}

static __device__ float apply_float_5(float x, float scale)
{
    return twice_f(x, scale);
}

static __device__ double twice_f_(double v, const int* A, const double* D)
{
    return v / A[0] + D[0];
}

static __device__ double apply_f_6(double y, const int* A, const double* D)
{
    return twice_f_(y, A, D);
}

static __device__ double apply_double(double x, const int* A, const double* D)
{
    return apply_f_6(x, A, D);
}

static __device__ double apply_double_(double x, const int* A, const double* D)
{
    return twice_f_(x, A, D);
}

static __device__ float twice_abs(float a)
{
    return fabsf(a);
}

static __device__ float apply_f_7(float y)
{
    return twice_abs(y);
}

static __device__ float apply_float_6(float x)
{
    return apply_f_7(x);
}

static __device__ float apply_abs_float(float x)
{
    return twice_abs(x);
}

static __device__ float twice_float(float x, float scale)
{
    return apply_float_5(apply_float_4(x, scale), scale);
}

static __device__ double twice_double(double x, const int* A, const double* D)
{
    return apply_double_(apply_double(x, A, D), A, D);
}

static __device__ float twice_abs_float(float x)
{
    return apply_abs_float(apply_float_6(x));
}

static __device__ double fold_f_(double t, int x)
{
    return t + x * 0.5;
}

static __device__ double fold_double_int(const int* X, int X_len, double start)
{
    double result = start;
    for (int i = 0; i < X_len; ++i) {
        const int x = X[i];
        result = fold_f_(result, x);
    }
    return result;
}

static __device__ double fold_f_2(double t, double x)
{
    return t + x;
}

static __device__ double fold_double(const double* X, int X_len, double start)
{
    double result = start;
    for (int i = 0; i < X_len; ++i) {
        const double x = X[i];
        result = fold_f_2(result, x);
    }
    return result;
}

static __device__ float fold_max(float a, float b)
{
    return maximum(a, b);
}

static __device__ float fold_max_float(const float* X, int X_len, float start)
{
    float result = start;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        result = fold_max(result, x);
    }
    return result;
}

static __device__ bool fold_f_3(bool t, int x)
{
    return t || x > 3;
}

static __device__ bool fold_bool_int(const int* X, int X_len, bool start)
{
    bool result = start;
    for (int i = 0; i < X_len; ++i) {
        const int x = X[i];
        result = fold_f_3(result, x);
    }
    return result;
}

static __device__ float fold_f_4(float t, float b, const float* X, int X_len, const float* M, int M_cols)
{
    return t + X_len + M_cols + M[1] * b;
}

static __device__ float fold_float_(const float* X, int X_len, float start, const float* X_, int X_len_,
                                    const float* M, int M_cols)
{
    float result = start;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        result = fold_f_4(result, x, X_, X_len_, M, M_cols);
    }
    return result;
}

static __device__ float fold_f_5(float t, float b, float2 p)
{
    return t + b * p.y;
}

static __device__ float fold_float_strided(const float* X, int X_len, int X_stride, float start, float2 p)
{
    float result = start;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i * X_stride];
        result = fold_f_5(result, x, p);
    }
    return result;
}

static __device__ float fold_f_6(float t, float x, const float* tile)
{
    return t + x * tile[threadIdx.x];
}

static __device__ float fold_float_2(const float* X, int X_len, float start, const float* tile)
{
    float result = start;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        result = fold_f_6(result, x, tile);
    }
    return result;
}

static __device__ float fold_max_(float a, float b)
{
    return maximum(a, b);
}

static __device__ float fold_max_float_(const float* X, int X_len, float start)
{
    float result = start;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        result = fold_max_(result, x);
    }
    return result;
}

static __device__ int fold_min(int a, int b)
{
    return minimum(ptxas_negation_workaround(a), ptxas_negation_workaround(b));
}

static __device__ int fold_min_int(const int* X, int X_len, int start)
{
    int result = start;
    for (int i = 0; i < X_len; ++i) {
        const int x = X[i];
        result = fold_min(result, x);
    }
    return result;
}

static __global__ void numbers(unsigned threads, float* X, int* A, float alpha, double d)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int k = 2;
    float scale = 0.0f;
    scale += alpha;
    X[idx] = apply_float(X[idx], alpha, k);
    A[idx] = apply_int(A[idx], k);
    X[idx] += twice_float(X[idx], scale);
    X[idx] = float(apply_double_float(X[idx], d));
}

extern "C" cudaError_t launch_numbers(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, float* X, int /*X_len*/, int* A, int /*A_len*/,
                                      float alpha, double d)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    numbers<<<grid, block, shared_bytes, stream>>>(threads.x, X, A, alpha, d);
    return cudaGetLastError();
}

// A literal takes the type of what a function gives, which it is given in turn.
static __global__ void literals(unsigned threads, float* X, int X_len, int* A, int A_len, double* D,
                                int D_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[idx] = float(fold_double_int(A, A_len, 0.0));
    D[idx] = fold_double(D, D_len, 0.0) + fold_max_float(X, X_len, 0.0f);
    A[idx] = fold_bool_int(A, A_len, false);
    D[idx] += twice_double(3.0, A, D);
}

extern "C" cudaError_t launch_literals(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, float* X, int X_len, int* A, int A_len, double* D,
                                       int D_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    literals<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, A, A_len, D, D_len);
    return cudaGetLastError();
}

static __global__ void arrays(unsigned threads, float* X, int X_len, const float* M, int M_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int row = idx * M_cols;
    X[idx] = apply_float_(X[idx], M + row, M_cols);
    X[idx] += fold_float_(X, X_len, 0.0f, X, X_len, M, M_cols);
}

extern "C" cudaError_t launch_arrays(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, float* X, int X_len, const float* M, int /*M_rows*/,
                                     int M_cols)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    arrays<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, M, M_cols);
    return cudaGetLastError();
}

static __global__ void parts(unsigned threads, const Line* __restrict__ lines, const float2* __restrict__ P,
                             float* X, const float* M, int M_rows, int M_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const Line& line = lines[idx];
    const float2 p = P[idx];
    const float_int pair = {X[0], 2};
    X[idx] = apply_float_2(X[idx], line, p, pair);
    X[idx] += fold_float_strided(M + idx, M_rows, M_cols, 0.0f, p);
}

extern "C" cudaError_t launch_parts(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const Line* lines, int /*lines_len*/,
                                    const float2* P, int /*P_len*/, float* X, int /*X_len*/, const float* M,
                                    int M_rows, int M_cols)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    parts<<<grid, block, shared_bytes, stream>>>(threads.x, lines, P, X, M, M_rows, M_cols);
    return cudaGetLastError();
}

static __global__ void tile_sum(float* X, int X_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float tile[64];
    tile[threadIdx.x] = X[idx];
    __syncthreads();
    X[idx] = fold_float_2(X, X_len, 0.0f, tile);
}

extern "C" cudaError_t launch_tile_sum(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, float* X, int X_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    tile_sum<<<grid, block, shared_bytes, stream>>>(X, X_len);
    return cudaGetLastError();
}

static __global__ void built_in(unsigned threads, float* X, int X_len, int* A, int A_len, double* D)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[idx] = fold_max_float_(X, X_len, 0.0f);
    A[idx] = fold_min_int(A, A_len, A[0]);
    D[idx] = apply_sqrt_double(D[idx]);
    X[idx] += apply_sqrt_float(X[idx]) + twice_abs_float(X[idx]);
    A[idx] += apply_int_int_float(X[idx]);
    X[idx] = apply_float_double_int(A[idx]);
    X[idx] += apply_float32_float_double(D[idx]);
}

extern "C" cudaError_t launch_built_in(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, float* X, int X_len, int* A, int A_len, double* D,
                                       int /*D_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    built_in<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, A, A_len, D);
    return cudaGetLastError();
}
