// Translated from tuple_blocks.py by pycu2cu 0.1.0.

#include <cuda_runtime.h>

struct float_float
{
    float first;
    float second;
};

struct float_int
{
    float first;
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

static __device__ float_float totals(float* cache, int t)
{
    int stride = 128;
    while (stride > 0) {
        if (t < stride) {
            cache[t] += cache[t + stride];
        }
        __syncthreads();
        stride /= 2;
    }
    return {cache[0], cache[0] / 256.0f};
}

static __global__ void centred(float* X, int X_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float cache[256];
    const int t = threadIdx.x;
    cache[t] = idx < X_len ? X[idx] : 0.0f;
    const float_int own = {cache[t], t};
    __syncthreads();
    const float_float totals_result = totals(cache, t);
    const float total = totals_result.first;
    const float mean = totals_result.second;
    if (idx < X_len) {
        X[idx] = own.first - mean + own.second * total;
    }
}

extern "C" cudaError_t launch_centred(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, float* X, int X_len)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers_in_whole_blocks(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    centred<<<grid, block, shared_bytes, stream>>>(X, X_len);
    return cudaGetLastError();
}
