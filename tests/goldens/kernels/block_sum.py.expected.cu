// Translated from block_sum.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

// Sums of the parts of X, one for each block.
static __global__ void block_sum(const float* X, int X_len, float* sums)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float cache[256]; // one for each block
    const int t = threadIdx.x;
    cache[t] = idx < X_len ? X[idx] : 0.0f;
    __syncthreads();
    // Half as many threads in each step.
    int stride = int(blockDim.x) / 2;
    while (stride > 0) {
        if (t < stride) {
            cache[t] += cache[t + stride];
        }
        __syncthreads();
        stride /= 2;
    }
    if (t == 0) {
        sums[blockIdx.x] = cache[0];
    }
}

extern "C" cudaError_t launch_block_sum(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, const float* X, int X_len, float* sums,
                                        int /*sums_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    block_sum<<<grid, block, shared_bytes, stream>>>(X, X_len, sums);
    return cudaGetLastError();
}
