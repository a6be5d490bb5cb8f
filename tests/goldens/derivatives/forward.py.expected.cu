// Translated from forward.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

struct double_double
{
    double first;
    double second;
};
//+ helper square(double)
//+ helper maximum(double)
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void saxpy(unsigned threads, float alpha, const float* X, float* Y, int Y_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx < Y_len) {
        Y[idx] = alpha * X[idx] + Y[idx];
    }
}

extern "C" cudaError_t launch_saxpy(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, float alpha, const float* X, int /*X_len*/, float* Y,
                                    int Y_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    saxpy<<<grid, block, shared_bytes, stream>>>(threads.x, alpha, X, Y, Y_len);
    return cudaGetLastError();
}

static __device__ double length(double x, double y)
{
    if (x > y) return sqrt(x * x + y * y);
    return x / y;
}

static __global__ void flow(unsigned threads, double a, const double* X, int X_len, double* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    double total = 0.0;
    // the first ones
    for (int k = 0; k < X_len; ++k) {
        if (X[k] < 0.0) continue;
        total += square(length(X[k], a));
        if (total > 100.0) break;
    }
    double s;
    double c;
    sincos(total, &s, &c);
    const double p = c;
    const double q = s;
    Y[idx] = idx > 1 ? maximum(p, 0.5 * q) : -q;
    double w = X[idx];
    while (w < 3.0) {
        w *= 1.5;
    }
    Y[idx] += w;
}

extern "C" cudaError_t launch_flow(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, double a, const double* X, int X_len, double* Y,
                                   int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    flow<<<grid, block, shared_bytes, stream>>>(threads.x, a, X, X_len, Y);
    return cudaGetLastError();
}

static __global__ void sums(const double* X, double* Y, int* N)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ double cache[32];
    cache[threadIdx.x] = X[idx] * X[idx];
    __syncthreads();
    double value = cache[31 - int(threadIdx.x)];
    value += __shfl_down_sync(0xFFFFFFFFu, value, 16);
    N[idx] = int(X[idx] / 2.0);
    atomicAdd(&Y[N[idx]], value);
}

extern "C" cudaError_t launch_sums(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, const double* X, int /*X_len*/, double* Y,
                                   int /*Y_len*/, int* N, int /*N_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    sums<<<grid, block, shared_bytes, stream>>>(X, Y, N);
    return cudaGetLastError();
}

static __global__ void saxpy_jvp(unsigned threads, float alpha, const float* X, float* Y, int Y_len,
                                 float alpha_dot, const float* X_dot, float* Y_dot)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx < Y_len) {
        Y_dot[idx] = X[idx] * alpha_dot + alpha * X_dot[idx] + Y_dot[idx];
        Y[idx] = alpha * X[idx] + Y[idx];
    }
}

extern "C" cudaError_t launch_saxpy_jvp(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, float alpha, const float* X, int /*X_len*/,
                                        float* Y, int Y_len, float alpha_dot, const float* X_dot,
                                        int /*X_dot_len*/, float* Y_dot, int /*Y_dot_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    saxpy_jvp<<<grid, block, shared_bytes, stream>>>(threads.x, alpha, X, Y, Y_len, alpha_dot, X_dot, Y_dot);
    return cudaGetLastError();
}

static __device__ double_double length_jvp(double x, double y, double x_dot, double y_dot)
{
    if (x > y) {
        const double root = sqrt(x * x + y * y);
        return {root, (2.0 * x * x_dot + 2.0 * y * y_dot) / (2.0 * root)};
    }
    const double quotient = x / y;
    return {quotient, x_dot / y - quotient * y_dot / y};
}

static __global__ void flow_jvp(unsigned threads, double a, const double* X, int X_len, double* Y,
                                double a_dot, const double* X_dot, double* Y_dot)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    double total_dot = 0.0;
    double total = 0.0;
    // the first ones
    for (int k = 0; k < X_len; ++k) {
        if (X[k] < 0.0) continue;
        const double_double both = length_jvp(X[k], a, X_dot[k], a_dot);
        total_dot += 2.0 * both.first * both.second;
        total += square(both.first);
        if (total > 100.0) break;
    }
    double s;
    double c;
    sincos(total, &s, &c);
    const double s_dot = c * total_dot;
    const double c_dot = -(s * total_dot);
    const double p_dot = c_dot;
    const double p = c;
    const double q_dot = s_dot;
    const double q = s;
    double chosen;
    double chosen_dot;
    if (idx > 1) {
        const double second = 0.5 * q;
        chosen_dot = !(second > p) ? p_dot : 0.5 * q_dot;
        chosen = maximum(p, second);
    } else {
        chosen_dot = -q_dot;
        chosen = -q;
    }
    Y_dot[idx] = chosen_dot;
    Y[idx] = chosen;
    double w_dot = X_dot[idx];
    double w = X[idx];
    while (w < 3.0) {
        w_dot = 1.5 * w_dot;
        w = w * 1.5;
    }
    Y_dot[idx] += w_dot;
    Y[idx] += w;
}

extern "C" cudaError_t launch_flow_jvp(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, double a, const double* X, int X_len, double* Y,
                                       int /*Y_len*/, double a_dot, const double* X_dot, int /*X_dot_len*/,
                                       double* Y_dot, int /*Y_dot_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    flow_jvp<<<grid, block, shared_bytes, stream>>>(threads.x, a, X, X_len, Y, a_dot, X_dot, Y_dot);
    return cudaGetLastError();
}

static __global__ void sums_jvp(const double* X, double* Y, int* N, const double* X_dot, double* Y_dot)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ double cache[32];
    __shared__ double cache_dot[32];
    cache_dot[threadIdx.x] = 2.0 * X[idx] * X_dot[idx];
    cache[threadIdx.x] = X[idx] * X[idx];
    __syncthreads();
    double value_dot = cache_dot[31 - int(threadIdx.x)];
    double value = cache[31 - int(threadIdx.x)];
    const double received_dot = __shfl_down_sync(0xFFFFFFFFu, value_dot, 16);
    const double received = __shfl_down_sync(0xFFFFFFFFu, value, 16);
    value_dot += received_dot;
    value += received;
    N[idx] = int(X[idx] / 2.0);
    atomicAdd(&Y_dot[N[idx]], value_dot);
    atomicAdd(&Y[N[idx]], value);
}

extern "C" cudaError_t launch_sums_jvp(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, const double* X, int /*X_len*/, double* Y,
                                       int /*Y_len*/, int* N, int /*N_len*/, const double* X_dot,
                                       int /*X_dot_len*/, double* Y_dot, int /*Y_dot_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    sums_jvp<<<grid, block, shared_bytes, stream>>>(X, Y, N, X_dot, Y_dot);
    return cudaGetLastError();
}
