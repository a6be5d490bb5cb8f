// Translated from half.py by pycu2cu 0.2.0.

#include "half.py.expected.h"

#include <cstdint>
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_runtime.h>
//+ type bfloat16

struct half_half
{
    half first;
    half second;
};
//+ helper floor_div(float)
//+ helper square(float)
//+ helper minimum(half)
//+ prelude not_launched
//+ prelude check_launch_x

// Rounds after each operation.
static __device__ half blend(half a, half b, float t)
{
    return half(float(a) + float(b - a) * t);
}

static __global__ void saxpy(unsigned threads, half a, const half* X, half* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Y[idx] = Y[idx] + a * X[idx];
}

extern "C" cudaError_t launch_saxpy(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, half a, const half* X, int /*X_len*/, half* Y,
                                    int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    saxpy<<<grid, block, shared_bytes, stream>>>(threads.x, a, X, Y);
    return cudaGetLastError();
}

static __global__ void steps(unsigned threads, half* X, bfloat16* B, float* F, int* I)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const half x = X[idx] * half(0.1f) + half(0.5f); // literals are halves here
    half total = half(0.0f);
    for (int i = 0; i < 3; ++i) {
        total = total + x;
    }
    X[idx] = half(floor_div(float(blend(total, x, 0.25f)), 3.0f)) + half(square(float(half(fabsf(float(x))))))
        - minimum(x, half(2.0f));
    B[idx] = B[idx] > bfloat16(1.0f) ? B[idx] / bfloat16(3.0f) : -B[idx];
    B[idx] = bfloat16(I[idx]);
    F[idx] = float(X[idx]) + float(B[idx]) + sqrtf(x);
    I[idx] = int(float(x)) + int(rintf(X[idx]));
    if (float(x) != 0.0f && total <= half(3.0f)) {
        printf("%g\n", float(x));
    }
}

extern "C" cudaError_t launch_steps(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, half* X, int /*X_len*/, bfloat16* B, int /*B_len*/,
                                    float* F, int /*F_len*/, int* I, int /*I_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    steps<<<grid, block, shared_bytes, stream>>>(threads.x, X, B, F, I);
    return cudaGetLastError();
}

static __global__ void sums(const half* X, half* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ half tile[64];
    tile[threadIdx.x] = X[idx];
    __syncthreads();
    if (int(threadIdx.x) < 32) {
        tile[threadIdx.x] = tile[threadIdx.x] + tile[int(threadIdx.x) + 32];
    }
    __syncthreads();
    const half low = tile[0];
    const half high = __shfl_down_sync(0xFFFFFFFFu, X[idx], 1);
    const half_half pair = {low, high};
    R[idx] = pair.first + pair.second;
}

extern "C" cudaError_t launch_sums(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, const half* X, int /*X_len*/, half* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    sums<<<grid, block, shared_bytes, stream>>>(X, R);
    return cudaGetLastError();
}
