// Translated from python_functions.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ helper floor_div(int)
//+ helper floor_div(float)
//+ helper floor_mod(int)
//+ helper floor_mod(float)
//+ helper int_power(int)
//+ helper minimum(int)
//+ helper minimum(float)
//+ helper maximum(int)
//+ helper maximum(float)
//+ helper maximum(double)
//+ helper ptxas_negation_workaround(int)
//+ helper exact_pow(float)
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void own(unsigned threads, int a, int b, int64_t n, float x, float y, double d, int* I,
                           float* F, int F_len, double* D, int64_t* L)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    I[0] = minimum(a, b);
    I[1] = maximum(ptxas_negation_workaround(maximum(a, b)), 3);
    F[0] = minimum(x, y);
    F[1] = maximum(x, 0.0f);
    D[0] = maximum(d, double(x));
    I[2] = abs(a);
    F[2] = fabsf(x);
    D[1] = fabs(d);
    L[0] = llabs(n);
    I[3] = int(rintf(x));
    L[1] = int64_t(rint(d));
    F[3] = exact_pow(x, y);
    I[4] = int_power(a, 3);
    I[5] = F_len;
    const int q = floor_div(a, b);
    const int r = floor_mod(a, b);
    I[6] = q;
    I[7] = r;
    F[4] = floor_div(x, y);
    F[5] = floor_mod(x, y);
}

extern "C" cudaError_t launch_own(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                  cudaStream_t stream, int a, int b, int64_t n, float x, float y, double d,
                                  int* I, int /*I_len*/, float* F, int F_len, double* D, int /*D_len*/,
                                  int64_t* L, int /*L_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    own<<<grid, block, shared_bytes, stream>>>(threads.x, a, b, n, x, y, d, I, F, F_len, D, L);
    return cudaGetLastError();
}
