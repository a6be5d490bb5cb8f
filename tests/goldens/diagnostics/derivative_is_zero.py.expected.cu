// Translated from derivative_is_zero.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ helper floor_div(float)
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void steps(unsigned threads, const double* X, double* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Y[idx] = int64_t(floor(X[idx]));
}

extern "C" cudaError_t launch_steps(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const double* X, int /*X_len*/, double* Y,
                                    int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    steps<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y);
    return cudaGetLastError();
}

static __global__ void counts(unsigned threads, double a, const double* X, int X_len, double* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    int n = 0;
    for (int i = 0; i < X_len; ++i) {
        const double x = X[i];
        if (x > a) {
            n += 1;
        }
    }
    Y[0] = n * 0.5;
}

extern "C" cudaError_t launch_counts(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, double a, const double* X, int X_len, double* Y,
                                     int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    counts<<<grid, block, shared_bytes, stream>>>(threads.x, a, X, X_len, Y);
    return cudaGetLastError();
}

static __global__ void halves(unsigned threads, const float* X, float* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const float half = floor_div(X[idx], 2.0f);
    Y[idx] = half;
}

extern "C" cudaError_t launch_halves(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const float* X, int /*X_len*/, float* Y,
                                     int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    halves<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y);
    return cudaGetLastError();
}

static __global__ void kept(unsigned threads, double* X, double* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Y[idx] = X[int(X[0])] * int64_t(floor(X[idx]));
    X[idx] += int64_t(floor(Y[idx]));
}

extern "C" cudaError_t launch_kept(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, double* X, int /*X_len*/, double* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    kept<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y);
    return cudaGetLastError();
}

static __global__ void filled(unsigned threads, double* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[idx] = 1.0;
}

extern "C" cudaError_t launch_filled(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, double* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    filled<<<grid, block, shared_bytes, stream>>>(threads.x, X);
    return cudaGetLastError();
}

static __global__ void steps_jvp(unsigned threads, const double* X, double* Y, const double* X_dot,
                                 double* Y_dot)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Y_dot[idx] = 0.0;
    Y[idx] = int64_t(floor(X[idx]));
}

extern "C" cudaError_t launch_steps_jvp(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, const double* X, int /*X_len*/, double* Y,
                                        int /*Y_len*/, const double* X_dot, int /*X_dot_len*/, double* Y_dot,
                                        int /*Y_dot_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    steps_jvp<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y, X_dot, Y_dot);
    return cudaGetLastError();
}

static __global__ void counts_jvp(unsigned threads, double a, const double* X, int X_len, double* Y,
                                  double a_dot, const double* X_dot, double* Y_dot)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    int n = 0;
    for (int i = 0; i < X_len; ++i) {
        const double x = X[i];
        if (x > a) {
            n += 1;
        }
    }
    Y_dot[0] = 0.0;
    Y[0] = n * 0.5;
}

extern "C" cudaError_t launch_counts_jvp(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream, double a, const double* X, int X_len, double* Y,
                                         int /*Y_len*/, double a_dot, const double* X_dot, int /*X_dot_len*/,
                                         double* Y_dot, int /*Y_dot_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    counts_jvp<<<grid, block, shared_bytes, stream>>>(threads.x, a, X, X_len, Y, a_dot, X_dot, Y_dot);
    return cudaGetLastError();
}

static __global__ void halves_jvp(unsigned threads, const float* X, float* Y, const float* X_dot,
                                  float* Y_dot)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const float half = floor_div(X[idx], 2.0f);
    Y_dot[idx] = 0.0f;
    Y[idx] = half;
}

extern "C" cudaError_t launch_halves_jvp(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream, const float* X, int /*X_len*/, float* Y,
                                         int /*Y_len*/, const float* X_dot, int /*X_dot_len*/, float* Y_dot,
                                         int /*Y_dot_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    halves_jvp<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y, X_dot, Y_dot);
    return cudaGetLastError();
}

static __global__ void kept_jvp(unsigned threads, double* X, double* Y, const double* X_dot, double* Y_dot)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const double factor = int64_t(floor(X[idx]));
    Y_dot[idx] = factor * X_dot[int(X[0])];
    Y[idx] = X[int(X[0])] * factor;
    X[idx] += int64_t(floor(Y[idx]));
}

extern "C" cudaError_t launch_kept_jvp(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, double* X, int /*X_len*/, double* Y,
                                       int /*Y_len*/, const double* X_dot, int /*X_dot_len*/, double* Y_dot,
                                       int /*Y_dot_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    kept_jvp<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y, X_dot, Y_dot);
    return cudaGetLastError();
}

static __global__ void filled_jvp(unsigned threads, double* X, double* X_dot)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X_dot[idx] = 0.0;
    X[idx] = 1.0;
}

extern "C" cudaError_t launch_filled_jvp(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream, double* X, int /*X_len*/, double* X_dot,
                                         int /*X_dot_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    filled_jvp<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_dot);
    return cudaGetLastError();
}
