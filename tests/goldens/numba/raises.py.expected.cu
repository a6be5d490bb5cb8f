// Translated from raises.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void raises(unsigned threads, float* X, int X_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    for (int64_t i = 0; i < X_len; ++i) {
        if (X[i] < 0.0) {
            return; // and nobody is told
        }
        X[i] = X[i] + 1.0;
    }
}

extern "C" cudaError_t launch_raises(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, float* X, int X_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    raises<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len);
    return cudaGetLastError();
}
