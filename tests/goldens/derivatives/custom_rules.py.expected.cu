// Translated from custom_rules.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

struct double_double
{
    double first;
    double second;
};
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ double_double product_vjp_double_int_double_double(double x, int n, double y, double bar)
{
    return {bar * y, bar * x};
}

static __device__ double product_double_int_double(double x, int n, double y)
{
    return x * y + n;
}

static __device__ double root(double a)
{
    double x = a;
    for (int _ = 0; _ < 60; ++_) {
        x = 0.5 * (x + a / x);
    }
    return x;
}

static __device__ double root_vjp(double a, double bar)
{
    return bar / (2.0 * root(a));
}

static __global__ void kernel(unsigned threads, const double* X, double* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    double x = root(X[idx]);
    for (int k = 0; k < 3; ++k) {
        x = product_double_int_double(x, k, root(x));
    }
    Y[idx] = x;
}

extern "C" cudaError_t launch_kernel(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const double* X, int /*X_len*/, double* Y,
                                     int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    kernel<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y);
    return cudaGetLastError();
}

static __global__ void kernel_vjp(unsigned threads, const double* X, const double* Y, double* X_bar,
                                  double* Y_bar)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    double x_before[3];
    double x = root(X[idx]);
    for (int k = 0; k < 3; ++k) {
        x_before[k] = x;
        x = product_double_int_double(x, k, root(x));
    }
    // The reverse sweep.
    double x_bar = Y_bar[idx];
    for (int k = 2; k >= 0; --k) {
        x = x_before[k];
        const double_double pulled = product_vjp_double_int_double_double(x, k, root(x), x_bar);
        x_bar = pulled.first;
        x_bar += root_vjp(x, pulled.second);
    }
    const double pulled = root_vjp(X[idx], x_bar);
    const double X_bar_old = X_bar[idx];
    Y_bar[idx] = 0.0;
    X_bar[idx] = X_bar_old + pulled;
}

extern "C" cudaError_t launch_kernel_vjp(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream, const double* X, int /*X_len*/, const double* Y,
                                         int /*Y_len*/, double* X_bar, int /*X_bar_len*/, double* Y_bar,
                                         int /*Y_bar_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    kernel_vjp<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y, X_bar, Y_bar);
    return cudaGetLastError();
}
