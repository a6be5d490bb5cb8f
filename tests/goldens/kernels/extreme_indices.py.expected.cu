// Translated from extreme_indices.py by pycu2cu 0.1.0.

#include <cstdint>
#include <cuda_runtime.h>

static __constant__ float values[2] = {-2.0f, 100.0f};
static __constant__ float values_float[3] = {3.0f, -1.5f, 2.0f};

// On an axis that a kernel guards, a grid needs a thread for every one asked for.
// More than 2^32 of them would have coordinates that repeat.
static bool covers(unsigned threads, unsigned grid, unsigned block)
{
    const unsigned long long launched = 1ULL * grid * block;
    return threads <= 0x7fffffff && launched >= threads && launched <= 0x100000000;
}

// On any other axis, it needs as many threads as were asked for, and no more.
static bool matches(unsigned threads, unsigned grid, unsigned block)
{
    return block == 1 && grid == threads;
}

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
        + (rows_offsets[rows_len - 2147483648LL + 1] - rows_offsets[rows_len - 2147483648LL] - 2147483648LL)];
}

extern "C" cudaError_t launch_extremes(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, float* X, int /*X_len*/, int* A, int A_len,
                                       const int* rows, const int* rows_offsets, int rows_len)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    extremes<<<grid, block, shared_bytes, stream>>>(threads.x, X, A, A_len, rows, rows_offsets, rows_len);
    return cudaGetLastError();
}
