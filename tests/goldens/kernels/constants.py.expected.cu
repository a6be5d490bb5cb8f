// Translated from constants.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

constexpr int WIDTH = 640;
constexpr int AREA = 307200;
constexpr bool USE_SQRT = true;
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void constants(unsigned threads, int* I, float* F, double* D)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    I[0] = WIDTH;
    I[1] = WIDTH * 2 + AREA;
    I[2] = 3;
    F[0] = 0.5f;
    F[1] = 1.5f + -2.0f;
    F[2] = 3.1415927f;
    F[3] = 6.2831855f;
    F[4] = INFINITY;
    F[5] = -INFINITY;
    F[6] = NAN;
    D[0] = 2.718281828459045;
    D[1] = double(INFINITY);
    D[2] = 0.5;
    if (USE_SQRT) {
        F[7] = sqrtf(F[0]);
    }
}

extern "C" cudaError_t launch_constants(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, int* I, int /*I_len*/, float* F, int /*F_len*/,
                                        double* D, int /*D_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    constants<<<grid, block, shared_bytes, stream>>>(threads.x, I, F, D);
    return cudaGetLastError();
}
