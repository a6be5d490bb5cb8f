// Translated from vectors.py by pycu2cu 0.2.0.

#include "vectors.py.expected.h"

#include <cstdint>
#include <cuda_runtime.h>
//+ helper operator*(double2, double2)
//+ helper operator-(double2, double2)
//+ helper operator/(double2, double)
//+ helper operator*(float2, float)
//+ helper operator+(float2, float2)
//+ helper operator*(float3, float)
//+ helper operator*(float4, float)
//+ helper operator*(float, float4)
//+ helper operator+(float4, float4)
//+ helper operator-(float4, float4)
//+ helper operator-(float4)
//+ helper operator/(float4, float)
//+ helper operator*(int2, int)
//+ helper operator+(int2, int2)
//+ helper minimum(int)
//+ helper minimum(int64)
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void scale(unsigned threads, const float4* X, float4* Y, float a, float4 b)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float4 v = X[idx];
    const float4 w = v;
    v = a * v + b;
    v = v + w / 2.0f;
    v = v - -w;
    Y[idx] = make_float4(v.x, w.y, 0.0f, v.w * 2.0f);
}

extern "C" cudaError_t launch_scale(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const float4* X, int /*X_len*/, float4* Y,
                                    int /*Y_len*/, float a, float4 b)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    scale<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y, a, b);
    return cudaGetLastError();
}

static __device__ float2 middle(float2 a, float2 b)
{
    return (a + b) * 0.5f;
}

static __global__ void sum(unsigned threads, const float2* A, int A_cols, double2* D)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float2 total = make_float2(0.0f, 0.0f);
    const int v_start = idx * A_cols;
    for (int i = 0; i < A_cols; ++i) {
        const float2 v = A[v_start + i];
        total = total + v;
    }
    const float2 corner = total.x > 0.0f ? middle(total, A[idx * A_cols]) : total;
    D[idx] = make_double2(double(corner.x), double(corner.y)) / 3.0 - D[idx] * D[idx];
}

extern "C" cudaError_t launch_sum(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                  cudaStream_t stream, const float2* A, int /*A_rows*/, int A_cols,
                                  double2* D, int /*D_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    sum<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_cols, D);
    return cudaGetLastError();
}

static __global__ void paint(unsigned threads, Particle* P, int2* I, longlong2* L, ushort3* U)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Particle& p = P[idx];
    p.pos = p.pos * 2.0f;
    p.color = make_uchar4(p.color.z, p.color.y, p.color.x, 255);
    I[idx] = I[idx] * 2 + make_int2(1, -1);
    L[idx] = make_longlong2(minimum(int64_t(L[idx].x), p.id), int64_t(L[idx].y));
    U[idx] = make_ushort3(uint16_t(U[idx].x * U[idx].y), uint16_t(U[idx].z / 2), U[idx].x);
}

extern "C" cudaError_t launch_paint(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, Particle* P, int /*P_len*/, int2* I, int /*I_len*/,
                                    longlong2* L, int /*L_len*/, ushort3* U, int /*U_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    paint<<<grid, block, shared_bytes, stream>>>(threads.x, P, I, L, U);
    return cudaGetLastError();
}

static __global__ void reduce(const float4* __restrict__ X, int X_len, float* R, int R_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float4 cache[64];
    const int t = threadIdx.x;
    const float4 own = X[minimum(idx, X_len - 1)] * 2.0f;
    cache[t] = own;
    __syncthreads();
    int stride = 32;
    while (stride > 0) {
        if (t < stride) {
            cache[t] = cache[t] + cache[t + stride];
        }
        __syncthreads();
        stride /= 2;
    }
    if (idx < R_len) {
        R[idx] = cache[0].x + own.w;
    }
}

extern "C" cudaError_t launch_reduce(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const float4* X, int X_len, float* R, int R_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    reduce<<<grid, block, shared_bytes, stream>>>(X, X_len, R, R_len);
    return cudaGetLastError();
}

static __global__ void escape(unsigned threads, const float2* __restrict__ points, int* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const float2 c = points[idx];
    float2 z = make_float2(0.0f, 0.0f);
    int n = 0;
    while (n < 50 && z.x * z.x + z.y * z.y < 4.0f) {
        z = make_float2(z.x * z.x - z.y * z.y, 2.0f * z.x * z.y) + c;
        n += 1;
    }
    R[idx] = n;
}

extern "C" cudaError_t launch_escape(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const float2* points, int /*points_len*/, int* R,
                                     int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    escape<<<grid, block, shared_bytes, stream>>>(threads.x, points, R);
    return cudaGetLastError();
}
