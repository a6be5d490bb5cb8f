// Translated from math_imports.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void imports(unsigned threads, float x, float* R, int* I)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[0] = sinf(x);
    R[1] = sqrtf(x);
    R[2] = cosf(x) + 3.1415927f;
    R[3] = asinf(x);
    R[4] = expf(x);
    R[5] = x;
    I[0] = int(floorf(x));
    I[1] = int(ceilf(x));
    I[2] = int(truncf(x)) + int(rintf(x));
    R[6] = floorf(x);
    R[7] = rintf(x);
    I[3] = int(x);
}

extern "C" cudaError_t launch_imports(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, float x, float* R, int /*R_len*/, int* I,
                                      int /*I_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    imports<<<grid, block, shared_bytes, stream>>>(threads.x, x, R, I);
    return cudaGetLastError();
}
