// Translated from given_functions.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ helper wrapped_index(int64)
//+ prelude not_launched
//+ prelude check_launch_x
//+ prelude check_launch_xyz

static __device__ int apply_add_int_array_int64_int64(int* ary, int ary_len, int64_t i, int64_t v)
{
    return atomicAdd(&ary[wrapped_index(i, int64_t(ary_len))], v);
}

static __device__ int apply_max_int_array_int64_int64(int* ary, int ary_len, int64_t i, int64_t v)
{
    return atomicMax(&ary[wrapped_index(i, int64_t(ary_len))], v);
}

static __device__ void turned_32_float_array_float(float* ary)
{
    __shared__ float tile[32];
    const int t = threadIdx.x;
    tile[t] = ary[t];
    __syncthreads();
    ary[t] = tile[wrapped_index(int64_t(32LL - 1 - t), int64_t(32))];
}

static __device__ void turned_16_int_array_int64(int* ary)
{
    __shared__ int64_t tile[16];
    const int t = threadIdx.x;
    tile[t] = ary[t];
    __syncthreads();
    ary[t] = tile[wrapped_index(int64_t(16LL - 1 - t), int64_t(16))];
}

static __device__ float square_float(float x)
{
    return x * x;
}

static __device__ float twice_square_float(float x)
{
    return square_float(square_float(x));
}

static __device__ float twice_sqrt_float(float x)
{
    return sqrtf(sqrtf(x));
}

static __device__ float twice_squared_float(float x)
{
    return twice_square_float(x);
}

static __device__ float twice_twice_squared_float(float x)
{
    return twice_squared_float(twice_squared_float(x));
}

static __global__ void given_functions(unsigned threads, float* a, int* n, int n_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    apply_add_int_array_int64_int64(n, n_len, 0, 5);
    n[1] = apply_max_int_array_int64_int64(n, n_len, 2, 7);
    a[0] = twice_square_float(a[1]);
    a[2] = twice_sqrt_float(a[3]);
    a[4] = twice_twice_squared_float(a[5]);
}

extern "C" cudaError_t launch_given_functions(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                              cudaStream_t stream, float* a, int /*a_len*/, int* n, int n_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    given_functions<<<grid, block, shared_bytes, stream>>>(threads.x, a, n, n_len);
    return cudaGetLastError();
}

static __global__ void given_sizes(float* a, int* n)
{
    turned_32_float_array_float(a);
    turned_16_int_array_int64(n);
}

extern "C" cudaError_t launch_given_sizes(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                          cudaStream_t stream, float* a, int /*a_len*/, int* n, int /*n_len*/)
{
    if (!check_launch_xyz(threads, grid, block)) return not_launched(threads);
    given_sizes<<<grid, block, shared_bytes, stream>>>(a, n);
    return cudaGetLastError();
}
