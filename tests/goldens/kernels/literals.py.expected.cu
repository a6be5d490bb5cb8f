// Translated from literals.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void integers(unsigned threads, int* I, int64_t* L)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    I[0] = 0;
    I[1] = 1000000;
    I[2] = 0xff;
    I[3] = 0XAB;
    I[4] = 0b1010;
    I[5] = 15;
    I[6] = -1;
    I[7] = (-2147483647 - 1);
    I[8] = 2147483647;
    L[0] = 2147483648LL;
    L[1] = 9223372036854775807LL;
    L[2] = (-9223372036854775807LL - 1);
    L[3] = 0xffffffffLL;
    L[4] = 1LL << 5;
}

extern "C" cudaError_t launch_integers(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, int* I, int /*I_len*/, int64_t* L, int /*L_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    integers<<<grid, block, shared_bytes, stream>>>(threads.x, I, L);
    return cudaGetLastError();
}

static __global__ void floats(unsigned threads, float* F, double* D)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    F[0] = 1.0f;
    F[1] = 1.0f;
    F[2] = 0.5f;
    F[3] = 1e-6f;
    F[4] = 1E6f;
    F[5] = 10.25f;
    F[6] = 3.0f;
    F[7] = 0.1f;
    F[8] = 1e10f;
    D[0] = 0.1;
    D[1] = 1e300;
    D[2] = 3.141592653589793;
    D[3] = 7.0;
}

extern "C" cudaError_t launch_floats(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, float* F, int /*F_len*/, double* D, int /*D_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    floats<<<grid, block, shared_bytes, stream>>>(threads.x, F, D);
    return cudaGetLastError();
}

static __global__ void booleans(unsigned threads, bool* P)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    P[0] = true;
    P[1] = false;
    P[2] = !true;
}

extern "C" cudaError_t launch_booleans(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, bool* P, int /*P_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    booleans<<<grid, block, shared_bytes, stream>>>(threads.x, P);
    return cudaGetLastError();
}
