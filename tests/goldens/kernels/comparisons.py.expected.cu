// Translated from comparisons.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ int next_value(int* X)
{
    X[0] += 1;
    return X[0];
}

static __global__ void comparisons(unsigned threads, int a, int b, int c, int* R, int* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[0] = a < b;
    R[1] = a < b && b < c;
    R[2] = a == b && b != c;
    int middle;
    R[3] = a < (middle = next_value(X)) && middle <= c;
    R[4] = (a < b) == (b < c);
    R[5] = a >= b;
    R[6] = 1 <= a && a <= 10;
}

extern "C" cudaError_t launch_comparisons(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                          cudaStream_t stream, int a, int b, int c, int* R, int /*R_len*/,
                                          int* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    comparisons<<<grid, block, shared_bytes, stream>>>(threads.x, a, b, c, R, X);
    return cudaGetLastError();
}

static __global__ void logic(unsigned threads, int a, int b, float x, int* R, float* F)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[0] = a != 0 ? b : a;
    R[1] = a != 0 ? a : b;
    R[2] = (a > 0 && b > 0) || a < b;
    R[3] = !(a != 0 && b != 0);
    F[0] = x != 0.0f ? x : 1.0f;
    F[1] = x != 0.0f ? a : x;
    if (a != 0 && x != 0.0f) {
        R[4] = 1;
    }
    if (a != 0 && (b != 0 || x != 0.0f) && !(x > 2.0f)) {
        R[5] = 1;
    }
}

extern "C" cudaError_t launch_logic(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, int a, int b, float x, int* R, int /*R_len*/,
                                    float* F, int /*F_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    logic<<<grid, block, shared_bytes, stream>>>(threads.x, a, b, x, R, F);
    return cudaGetLastError();
}

static __global__ void choices(unsigned threads, int a, int b, float x, int* R, float* F)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[0] = a > b ? a : b;
    R[1] = a > b ? a : b > 3 ? b : 7;
    F[0] = (x > 0.0f ? x : 0.0f) + 1.0f;
    F[1] = a > b ? a : x;
}

extern "C" cudaError_t launch_choices(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, int a, int b, float x, int* R, int /*R_len*/,
                                      float* F, int /*F_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    choices<<<grid, block, shared_bytes, stream>>>(threads.x, a, b, x, R, F);
    return cudaGetLastError();
}
