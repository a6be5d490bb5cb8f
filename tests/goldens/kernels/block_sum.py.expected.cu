// Translated from block_sum.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

// Returns why nothing is launched: there are no threads, or the grid does not fit them.
static cudaError_t not_launched(dim3 threads)
{
    const bool is_empty = threads.x == 0 || threads.y == 0 || threads.z == 0;
    return is_empty ? cudaSuccess : cudaErrorInvalidConfiguration;
}

// Returns whether there are threads to launch, and the grid covers them along x and has no others along y and
// z.
static bool check_launch_x(dim3 threads, dim3 grid, dim3 block)
{
    const unsigned long long x = 1ULL * grid.x * block.x;
    return threads.x > 0 && threads.y > 0 && threads.z > 0 && x >= threads.x && x <= 0x80000000
        && grid.y == threads.y && block.y == 1 && grid.z == threads.z && block.z == 1;
}

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
