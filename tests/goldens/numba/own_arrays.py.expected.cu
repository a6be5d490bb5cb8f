// Translated from own_arrays.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

constexpr int64_t WIDTH = 8;
//+ prelude not_launched
//+ prelude check_launch_xyz
//+ prelude allow_shared(48 * 1024 - 132)

static __global__ void of_launch(const float* x, float* out, int cache_len)
{
    extern __shared__ __align__(16) unsigned char shared_memory[];
    float* const cache = reinterpret_cast<float*>(shared_memory);
    const int t = threadIdx.x;
    if (int64_t(t) < cache_len) {
        cache[t] = x[t];
    }
    __syncthreads();
    out[t] = double(cache[cache_len - 1]) + int64_t(cache_len);
}

extern "C" cudaError_t launch_of_launch(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, const float* x, int /*x_len*/, float* out,
                                        int /*out_len*/, int cache_len)
{
    if (!check_launch_xyz(threads, grid, block)) return not_launched(threads);
    const cudaError_t error = allow_shared(reinterpret_cast<const void*>(of_launch), shared_bytes);
    if (error != cudaSuccess) return error;
    of_launch<<<grid, block, shared_bytes, stream>>>(x, out, cache_len);
    return cudaGetLastError();
}

static __global__ void in_branches(const float* x, float* out, int n)
{
    const int t = threadIdx.x;
    __shared__ float tile[4][8];
    if (int64_t(n) > 2) {
        tile[int64_t(t) / WIDTH][int64_t(t) % WIDTH] = x[t];
        __syncthreads();
        out[t] = tile[3][int64_t(t) % WIDTH];
    }
    int mine[8];
    for (int i = 0; i < n; ++i) {
        mine[int64_t(i) % WIDTH] = i;
        out[t] = double(out[t]) + mine[int64_t(i) % WIDTH];
    }
}

extern "C" cudaError_t launch_in_branches(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                          cudaStream_t stream, const float* x, int /*x_len*/, float* out,
                                          int /*out_len*/, int n)
{
    if (!check_launch_xyz(threads, grid, block)) return not_launched(threads);
    in_branches<<<grid, block, shared_bytes, stream>>>(x, out, n);
    return cudaGetLastError();
}
