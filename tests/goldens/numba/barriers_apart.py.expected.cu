// Translated from barriers_apart.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_xyz

static __global__ void apart(int* out)
{
    const int t = threadIdx.x;
    if (int64_t(t) < 16) {
        __syncthreads();
    }
    out[t] = t;
}

extern "C" cudaError_t launch_apart(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, int* out, int /*out_len*/)
{
    if (!check_launch_xyz(threads, grid, block)) return not_launched(threads);
    apart<<<grid, block, shared_bytes, stream>>>(out);
    return cudaGetLastError();
}
