// Translated from sizes_of_locals.py by pycu2cu 0.1.0.

#include <cuda_runtime.h>

struct int_int
{
    int first;
    int second;
};

// A kernel that runs whole blocks does so for all of their threads, also beyond the number asked for.
static bool covers_in_whole_blocks(unsigned threads, unsigned grid, unsigned block)
{
    const unsigned long long launched = 1ULL * grid * block;
    return launched >= threads && launched <= 0x80000000;
}

// On any other axis, it needs as many threads as were asked for, and no more.
static bool matches(unsigned threads, unsigned grid, unsigned block)
{
    return block == 1 && grid == threads;
}

static __global__ void sums(float* A)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int BLOCK = 256;
    const int HALF = BLOCK / 2;
    const int WARPS = BLOCK / 32;
    const int_int shape = {2, WARPS};
    __shared__ float cache[256];
    __shared__ float parts[2 * 8];
    __shared__ float tile[4 * 8];
    int own[2 * 2];
    cache[threadIdx.x] = A[idx];
    tile[int(threadIdx.x) / 8 % 4 * 8 + int(threadIdx.x) % 8] = BLOCK;
    own[3] = 2;
    parts[int(threadIdx.x) / 32] = own[3];
    __syncthreads();
    A[idx] = cache[BLOCK - 1 - int(threadIdx.x)] + parts[0] + tile[0];
}

extern "C" cudaError_t launch_sums(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, float* A, int /*A_len*/)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers_in_whole_blocks(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    sums<<<grid, block, shared_bytes, stream>>>(A);
    return cudaGetLastError();
}
