// Translated from sizes_of_locals.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

struct int_int
{
    int first;
    int second;
};
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void sums(float* A)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int BLOCK = 256;
    const int HALF = BLOCK / 2;
    const int WARPS = BLOCK / 32;
    __shared__ float cache[256];
    __shared__ float parts[2][8];
    __shared__ float tile[4][8];
    int own[2][2];
    cache[threadIdx.x] = A[idx];
    tile[int(threadIdx.x) / 8 % 4][int(threadIdx.x) % 8] = BLOCK;
    own[1][1] = 2;
    parts[0][int(threadIdx.x) / 32] = own[1][1];
    __syncthreads();
    A[idx] = cache[BLOCK - 1 - int(threadIdx.x)] + parts[0][0] + tile[0][0];
}

extern "C" cudaError_t launch_sums(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, float* A, int /*A_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    sums<<<grid, block, shared_bytes, stream>>>(A);
    return cudaGetLastError();
}
