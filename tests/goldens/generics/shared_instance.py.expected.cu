// Translated from shared_instance.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ helper minimum(int)
//+ prelude not_launched
//+ prelude check_launch_x

// pycu2cu: --instance block_reduce<f=add,int64>
static __device__ int64_t add_int64(int64_t a, int64_t b)
{
    return a + b;
}

static __global__ void block_reduce_add_int64(const int64_t* X, int X_len, int64_t* results)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int64_t cache[256];
    const int t = threadIdx.x;
    if (idx < X_len) {
        cache[t] = X[idx];
    }
    const int count = minimum(256, X_len - int(blockIdx.x) * 256);
    __syncthreads();
    int stride = 1;
    while (stride < count) {
        if (t % (2 * stride) == 0 && t + stride < count) {
            cache[t] = add_int64(cache[t], cache[t + stride]);
        }
        __syncthreads();
        stride *= 2;
    }
    if (t == 0) {
        results[blockIdx.x] = cache[0];
    }
}

extern "C" cudaError_t launch_block_reduce_add_int64(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                                     cudaStream_t stream, const int64_t* X, int X_len,
                                                     int64_t* results, int /*results_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    block_reduce_add_int64<<<grid, block, shared_bytes, stream>>>(X, X_len, results);
    return cudaGetLastError();
}
