// Translated from float_atomics.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ helper atomic_min(float)
//+ helper atomic_max(double)
//+ helper atomic_exchange(double)
//+ helper atomic_compare_exchange(float)
//+ helper atomic_compare_exchange(double)
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void extremes(float* F, double* D, const float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float lows[2];
    atomic_min(&F[0], X[idx]);
    atomic_max(&D[0], X[idx]);
    atomic_compare_exchange(&F[1], 0.0f, 1.0f);
    D[1] = atomic_compare_exchange(&D[2], 0.0, 1.0);
    atomic_min(&lows[0], X[idx]);
    atomic_compare_exchange(&lows[1], 0.0f, 1.0f);
    atomic_exchange(&D[3], 2.0);
}

extern "C" cudaError_t launch_extremes(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, float* F, int /*F_len*/, double* D, int /*D_len*/,
                                       const float* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    extremes<<<grid, block, shared_bytes, stream>>>(F, D, X);
    return cudaGetLastError();
}

static __global__ void bits_of_numbers(unsigned threads, float* F, double* D, const int* __restrict__ I,
                                       uint32_t* U, uint64_t* V)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    U[0] = __float_as_uint(F[0]);
    V[0] = uint64_t(__double_as_longlong(D[0]));
    U[1] = uint32_t(I[0]);
    F[0] = __uint_as_float(U[0]) + __int_as_float(I[0]) + __uint_as_float(0x3F800000u);
    D[0] = __longlong_as_double(V[0]);
}

extern "C" cudaError_t launch_bits_of_numbers(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                              cudaStream_t stream, float* F, int /*F_len*/, double* D,
                                              int /*D_len*/, const int* I, int /*I_len*/, uint32_t* U,
                                              int /*U_len*/, uint64_t* V, int /*V_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    bits_of_numbers<<<grid, block, shared_bytes, stream>>>(threads.x, F, D, I, U, V);
    return cudaGetLastError();
}

static __global__ void before(unsigned threads, uint32_t* U)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    U[idx] = ((1u << int(threadIdx.x % 32)) - 1) | ~((2u << int(threadIdx.x % 32)) - 1);
    U[idx] ^= ((2u << int(threadIdx.x % 32)) - 1) ^ ~((1u << int(threadIdx.x % 32)) - 1);
    U[idx] += 1u << int(threadIdx.x % 32);
}

extern "C" cudaError_t launch_before(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, uint32_t* U, int /*U_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    before<<<grid, block, shared_bytes, stream>>>(threads.x, U);
    return cudaGetLastError();
}
