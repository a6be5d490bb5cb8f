// Translated from captured_values.py by pycu2cu 0.2.0.

#include <cassert>
#include <cuda_runtime.h>
//+ type complex64
//+ type complex128

struct Vec
{
    float x;
    float y;
};

static __constant__ float ROOTS[8] = {1.0f, 0.0f, 0.0f, 1.0f, -1.0f, 0.0f, -0.0f, -1.0f};
static __constant__ float CORNERS[6] = {0.0f, 0.0f, 1.0f, 0.5f, 0.25f, 1.0f};
//+ helper operator+(float2, float2)
//+ helper operator-(float2, float2)
//+ helper operator*(float3, float)
//+ helper operator+(float3, float3)
//+ helper complex_add(complex64)
//+ helper complex_subtract(complex64)
//+ helper complex_subtract(complex128)
//+ helper complex_multiply(complex64)
//+ helper complex_multiply(complex128)
//+ helper complex_unequal(complex64)
//+ helper complex_magnitude(complex64)
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ float scaled(const Vec& v, float3 by)
{
    return v.x * by.y;
}

static __global__ void values(unsigned threads, complex64* A, complex128* B, float3* X, Vec* V, float* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    A[idx] = A[idx] * complex64{1.5f, 4.0f};
    B[idx] = B[idx] * complex128{1.5, 4.0} - complex128{0.1, -0.7};
    X[idx] = X[idx] * 0.5f + make_float3(0.0f, -1.0f, 0.0f);
    Vec own = {0.1f, 0.5f};
    own.x += 0.5f;
    V[idx] = R[idx] > 0.5f ? own : Vec{0.1f, 0.5f};
    R[idx] = 2.0f * 4.0f;
    R[idx] += scaled(own, make_float3(1.0f, 2.0f, 3.0f));
    assert((A[idx] != complex64{1.5f, 4.0f}));
    assert(magnitude(A[idx] - complex64{1.5f, 4.0f}) > 0.0f && "too near");
}

extern "C" cudaError_t launch_values(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, complex64* A, int /*A_len*/, complex128* B,
                                     int /*B_len*/, float3* X, int /*X_len*/, Vec* V, int /*V_len*/, float* R,
                                     int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    values<<<grid, block, shared_bytes, stream>>>(threads.x, A, B, X, V, R);
    return cudaGetLastError();
}

static __global__ void tables(unsigned threads, complex64* A, float2* V)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const complex64 A_value = A[idx];
    const int index = idx % 4;
    A[idx] = A_value * complex64{ROOTS[index * 2], ROOTS[index * 2 + 1]};
    const int index_ = idx % 3;
    V[idx] = make_float2(CORNERS[index_ * 2], CORNERS[index_ * 2 + 1]);
    float2 sum = make_float2(0.0f, 0.0f);
    for (int i = 0; i < 3; ++i) {
        const float c_x = CORNERS[2 * i];
        const float c_y = CORNERS[2 * i + 1];
        const float r_real = ROOTS[2 * i];
        const float r_imag = ROOTS[2 * i + 1];
        const float2 c = make_float2(c_x, c_y);
        const complex64 r = {r_real, r_imag};
        sum = sum + c;
        A[idx] = A[idx] + r;
    }
    V[idx] = V[idx] - sum;
}

extern "C" cudaError_t launch_tables(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, complex64* A, int /*A_len*/, float2* V,
                                     int /*V_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    tables<<<grid, block, shared_bytes, stream>>>(threads.x, A, V);
    return cudaGetLastError();
}
