// Translated from half_constants.py by pycu2cu 0.2.0.

#include <cuda_fp16.h>
#include <cuda_runtime.h>

constexpr float SCALE = 0.1f;
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void scaled(unsigned threads, half* A, int A_len, float* F)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx < A_len) {
        A[idx] = A[idx] < half(0.0f) ? half(0.1f) : A[idx] * half(0.1f);
        F[idx] += SCALE;
    }
}

extern "C" cudaError_t launch_scaled(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, half* A, int A_len, float* F, int /*F_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    scaled<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_len, F);
    return cudaGetLastError();
}
