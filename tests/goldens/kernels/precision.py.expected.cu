// Translated from precision.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

static __constant__ double values[2] = {0.1, 0.2};
//+ helper trunc_quotient(int64)
//+ helper ceil_quotient(int)
//+ helper round_quotient(int)
//+ helper exact_pow(float)
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void doubles(unsigned threads, double* X, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const double h = 1.0 / n;
    const double dt = 0.1;
    X[idx] += h * cos(-2.0 * 3.141592653589793 * idx / n) + dt;
    X[idx] = double(idx) / n + sqrt(double(n)) * 0.5;
    for (int i = 0; i < 2; ++i) {
        const double w = values[i];
        X[idx] += w * n;
    }
    X[idx] += double(n);
}

extern "C" cudaError_t launch_doubles(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, double* X, int /*X_len*/, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    doubles<<<grid, block, shared_bytes, stream>>>(threads.x, X, n);
    return cudaGetLastError();
}

static __global__ void floats(unsigned threads, float* X, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const float h = 1.0f / n;
    X[idx] += h * cosf(-2.0f * 3.1415927f * idx / n);
    X[idx] += exact_pow(float(n), 0.5f) / 3.0f;
}

extern "C" cudaError_t launch_floats(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, float* X, int /*X_len*/, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    floats<<<grid, block, shared_bytes, stream>>>(threads.x, X, n);
    return cudaGetLastError();
}

static __global__ void integers(unsigned threads, int* X, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[idx] = int(sqrt(idx * 0.5));
    X[idx] += idx / n + idx / 3 + ceil_quotient(n, X[idx]) + round_quotient(n, 7);
}

extern "C" cudaError_t launch_integers(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, int* X, int /*X_len*/, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    integers<<<grid, block, shared_bytes, stream>>>(threads.x, X, n);
    return cudaGetLastError();
}

static __device__ float half_of(float x)
{
    return x * 0.5f;
}

static __global__ void mixed(unsigned threads, float* F, double* D, int64_t* L, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const double w = 1.0 / n;
    F[idx] = F[idx] * (1.0f / n);
    D[idx] = D[idx] / (double(idx) / n) + w;
    D[idx] = F[idx] * F[idx];
    D[idx] = half_of(D[idx]);
    D[idx] = double(F[idx] * 2.0f);
    D[idx] = F[idx];
    F[idx] = L[idx];
    F[idx] = float(L[idx]);
    F[idx] = L[idx] / 3.0f;
    L[idx] = trunc_quotient(L[idx], int64_t(n));
}

extern "C" cudaError_t launch_mixed(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, float* F, int /*F_len*/, double* D, int /*D_len*/,
                                    int64_t* L, int /*L_len*/, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    mixed<<<grid, block, shared_bytes, stream>>>(threads.x, F, D, L, n);
    return cudaGetLastError();
}
