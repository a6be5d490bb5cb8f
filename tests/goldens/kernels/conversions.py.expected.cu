// Translated from conversions.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void mixed(unsigned threads, bool p, int i, int64_t n, float x, double d, float* F,
                             double* D)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    F[0] = i;
    F[1] = i * x;
    F[2] = i / 2.0f;
    F[3] = p + x;
    F[4] = p;
    D[0] = double(n) * x;
    D[1] = double(n) / i;
    D[2] = d * x;
    D[3] = i * d;
    D[4] = x;
    D[5] = i / 3.0;
}

extern "C" cudaError_t launch_mixed(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, bool p, int i, int64_t n, float x, double d,
                                    float* F, int /*F_len*/, double* D, int /*D_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    mixed<<<grid, block, shared_bytes, stream>>>(threads.x, p, i, n, x, d, F, D);
    return cudaGetLastError();
}

static __global__ void casts(unsigned threads, int i, float x, double d, int* I, int64_t* L, bool* P)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    I[0] = int(x);
    I[1] = int(d);
    I[2] = int(i > 2);
    I[3] = i > 2;
    L[0] = int64_t(x);
    L[1] = i;
    L[2] = int64_t(i) * i;
    P[0] = i != 0;
    P[1] = x != 0.0f;
    P[2] = i == 0;
    P[3] = i == 3;
}

extern "C" cudaError_t launch_casts(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, int i, float x, double d, int* I, int /*I_len*/,
                                    int64_t* L, int /*L_len*/, bool* P, int /*P_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    casts<<<grid, block, shared_bytes, stream>>>(threads.x, i, x, d, I, L, P);
    return cudaGetLastError();
}

static __global__ void weak(unsigned threads, double d, float x, double* D, float* F)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float acc = 0.0f;
    for (int i = 0; i < 10; ++i) {
        acc += x;
    }
    F[0] = acc;
    D[0] = 0.1 * d;
    F[1] = 0.1f * x;
    F[2] = 1.0f / 3.0f;
    F[3] = 2.0f * x + 1.0f;
    int count = 0;
    count += 1;
    F[4] = count;
}

extern "C" cudaError_t launch_weak(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, double d, float x, double* D, int /*D_len*/, float* F,
                                   int /*F_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    weak<<<grid, block, shared_bytes, stream>>>(threads.x, d, x, D, F);
    return cudaGetLastError();
}
