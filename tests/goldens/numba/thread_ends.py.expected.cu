// Translated from thread_ends.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

struct double_bool
{
    double first;
    bool second;
};

struct int64_bool
{
    int64_t first;
    bool second;
};
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ double_bool half(double x)
{
    if (x < 0.0) return {0.0, true};
    return {x / 2.0, false};
}

static __device__ int64_bool sign(double x)
{
    if (x > 0.0) {
        return {1LL, false};
    } else if (x < 0.0) {
        return {-1LL, false};
    }
    return {0LL, true};
}

static __global__ void kernel(unsigned threads, double* X, double* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const double_bool half_result = half(X[0]);
    if (half_result.second) return;
    Y[0] = half_result.first;
    const double old = Y[1];
    double chosen;
    if (X[0] > 1.0) {
        const double_bool half_result_ = half(X[1]);
        if (half_result_.second) return;
        chosen = half_result_.first;
    } else {
        chosen = X[1];
    }
    Y[1] = old + chosen;
    const int64_bool sign_result = sign(X[2]);
    const bool s_is_none = sign_result.second;
    const int64_t s = sign_result.first;
    if (!s_is_none) {
        if (s_is_none) return;
        Y[2] = s;
    }
    const int64_bool sign_result_ = sign(X[3]);
    if (sign_result_.second) return;
    Y[3] = sign_result_.first + 1;
    while (true) {
        const double_bool half_result_ = half(X[4]);
        if (half_result_.second) return;
        if (!(half_result_.first > 1.0)) break;
        X[4] -= 1.0;
    }
}

extern "C" cudaError_t launch_kernel(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, double* X, int /*X_len*/, double* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    kernel<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y);
    return cudaGetLastError();
}
