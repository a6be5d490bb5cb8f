// Translated from operator_functions.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void kernel(unsigned threads, int* I, float* X, bool* B)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int i = I[idx];
    const float x = X[idx];
    I[idx] = i + i * 3 + (i >> 2);
    I[0] = i + abs(i) + ~i;
    X[idx] = x / 2.0f - -x;
    X[0] = x * x;
    B[idx] = x < i && i == 0;
    B[0] = x != 0.0f;
}

extern "C" cudaError_t launch_kernel(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, int* I, int /*I_len*/, float* X, int /*X_len*/,
                                     bool* B, int /*B_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    kernel<<<grid, block, shared_bytes, stream>>>(threads.x, I, X, B);
    return cudaGetLastError();
}
