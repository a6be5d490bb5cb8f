// Translated from transposed.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ helper minimum(int64)
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ double corner_float_array2_strided(const float* x, int x_rows, int x_row_stride,
                                                     int x_col_stride)
{
    return double(x[x_col_stride]) + int64_t(x_rows);
}

static __global__ void transposed(unsigned threads, const float* a, int a_rows, int a_cols, float* b,
                                  const float* c, int c_dim2, double* y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int64_t i = idx;
    if (i < a_cols) {
        for (int j = 0; j < a_rows; ++j) {
            const float value = a[i + j * a_cols];
            y[i] += value;
        }
        b[i] = a[(a_rows - 1) * a_cols + i];
        y[i] += corner_float_array2_strided(a + int(minimum(int64_t(1), int64_t(a_rows))) * a_cols, a_cols, 1,
                                            a_cols) + c[i * c_dim2 + i] + a[i];
    }
}

extern "C" cudaError_t launch_transposed(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream, const float* a, int a_rows, int a_cols,
                                         float* b, int /*b_rows*/, int /*b_cols*/, const float* c,
                                         int /*c_dim0*/, int /*c_dim1*/, int c_dim2, double* y, int /*y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    transposed<<<grid, block, shared_bytes, stream>>>(threads.x, a, a_rows, a_cols, b, c, c_dim2, y);
    return cudaGetLastError();
}
