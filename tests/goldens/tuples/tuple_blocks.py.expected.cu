// Translated from tuple_blocks.py by pycu2cu 0.2.0.

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
//+ prelude not_launched
//+ prelude check_launch_x

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
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    centred<<<grid, block, shared_bytes, stream>>>(X, X_len);
    return cudaGetLastError();
}
