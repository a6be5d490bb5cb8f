// Translated from tuple_names.py by pycu2cu 0.1.0.

#include <cuda_runtime.h>

struct float_int
{
    float first;
    int second;
};

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

static __device__ float_int float_int_(float x)
{
    const int n = int(x);
    return {x - n, n};
}

static __global__ void parts(unsigned threads, float* X, int* A)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const float_int float_int_2 = float_int_(X[idx]);
    const float first = float_int_2.first;
    const int second = float_int_2.second;
    X[idx] = first;
    A[idx] = second;
}

extern "C" cudaError_t launch_parts(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, float* X, int /*X_len*/, int* A, int /*A_len*/)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    parts<<<grid, block, shared_bytes, stream>>>(threads.x, X, A);
    return cudaGetLastError();
}
