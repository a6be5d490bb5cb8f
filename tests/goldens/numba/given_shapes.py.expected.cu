// Translated from given_shapes.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ helper wrapped_index(int64)
//+ prelude not_launched
//+ prelude check_launch_xyz

static __device__ void turned_4_8_float_array2_float(float* a, int a_cols)
{
    __shared__ float tile[4][8];
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    tile[x][y] = a[x * a_cols + y];
    __syncthreads();
    const int64_t last = 4LL - 1;
    a[x * a_cols + y] = double(tile[wrapped_index(last - x, int64_t(4))][y]) + 8LL;
}

static __device__ void turned_2_3_float_array2_float(float* a, int a_cols)
{
    __shared__ float tile[2][3];
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    tile[x][y] = a[x * a_cols + y];
    __syncthreads();
    const int64_t last = 2LL - 1;
    a[x * a_cols + y] = tile[wrapped_index(last - x, int64_t(2))][y] + 3.0;
}

static __device__ void turned_5_8_float_array2_float(float* a, int a_cols)
{
    __shared__ float tile[5][8];
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    tile[x][y] = a[x * a_cols + y];
    __syncthreads();
    const int64_t last = 5LL - 1;
    a[x * a_cols + y] = double(tile[wrapped_index(last - x, int64_t(5))][y]) + 8LL;
}

static __device__ void through_5_float_array2(float* a, int a_cols)
{
    turned_5_8_float_array2_float(a, a_cols);
}

static __global__ void turns(float* a, int a_cols, float* b, int b_cols, float* c, int c_cols)
{
    turned_4_8_float_array2_float(a, a_cols);
    turned_2_3_float_array2_float(b, b_cols);
    through_5_float_array2(c, c_cols);
}

extern "C" cudaError_t launch_turns(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, float* a, int /*a_rows*/, int a_cols, float* b,
                                    int /*b_rows*/, int b_cols, float* c, int /*c_rows*/, int c_cols)
{
    if (!check_launch_xyz(threads, grid, block)) return not_launched(threads);
    turns<<<grid, block, shared_bytes, stream>>>(a, a_cols, b, b_cols, c, c_cols);
    return cudaGetLastError();
}
