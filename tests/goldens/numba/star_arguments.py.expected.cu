// Translated from star_arguments.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ float weighted_float(float values_0)
{
    return values_0;
}

static __device__ int64_t weighted_int64(int64_t values_0, int64_t values_1)
{
    const int64_t a = values_0;
    const int64_t b = values_1;
    return a * 2 + b * 3;
}

static __device__ double weighted_float_int(float values_0, int values_1)
{
    const float a = values_0;
    const int b = values_1;
    return a * 2.0 + int64_t(b) * 3;
}

static __device__ double applied_weighted_float_int(float arguments_0, int arguments_1)
{
    return weighted_float_int(arguments_0, arguments_1);
}

static __global__ void star_arguments(unsigned threads, float* x, int* n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int64_t i = idx;
    x[i] = weighted_float(x[i]);
    n[i] = weighted_int64(2, 3);
    x[i] = applied_weighted_float_int(x[i], n[i]);
}

extern "C" cudaError_t launch_star_arguments(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                             cudaStream_t stream, float* x, int /*x_len*/, int* n,
                                             int /*n_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    star_arguments<<<grid, block, shared_bytes, stream>>>(threads.x, x, n);
    return cudaGetLastError();
}
