// Translated from extreme_indices.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

static __constant__ float values[2] = {-2.0f, 100.0f};
static __constant__ float values_float[3] = {3.0f, -1.5f, 2.0f};
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void extremes(unsigned threads, float* X, int* A, int A_len, const int* rows,
                                const int* rows_offsets, int rows_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    for (int i = 0; i < 2; ++i) {
        const float x = values[i];
        X[0] += x;
    }
    for (int i = 0; i < 3; ++i) {
        const float x = values_float[i];
        X[1] += x;
    }
    A[0] = rows_offsets[rows_len - 2147483648LL + 1] - rows_offsets[rows_len - 2147483648LL];
    A[1] = rows_offsets[rows_len - 9223372036854775807LL + 1]
        - rows_offsets[rows_len - 9223372036854775807LL];
    A[2] = A[A_len - 2147483648LL] + A[A_len - 2147483647] + A[2147483647];
    A[3] = A[A_len - 9223372036854775807LL] + A[A_len - 9223372036854775807LL];
    A[A_len - 2147483648LL] =
        rows[rows_offsets[rows_len - 2147483648LL]
             + (rows_offsets[rows_len - 2147483648LL + 1] - rows_offsets[rows_len - 2147483648LL]
                - 2147483648LL)];
}

extern "C" cudaError_t launch_extremes(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, float* X, int /*X_len*/, int* A, int A_len,
                                       const int* rows, const int* rows_offsets, int rows_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    extremes<<<grid, block, shared_bytes, stream>>>(threads.x, X, A, A_len, rows, rows_offsets, rows_len);
    return cudaGetLastError();
}
