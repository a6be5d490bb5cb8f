// Translated from operator_functions.py by pycu2cu 0.1.0.

#include <cuda_runtime.h>

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

static __global__ void kernel(unsigned threads, int* I, float* X, bool* B)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int i = I[idx];
    const float x = X[idx];
    I[idx] = i + i * 3 + (i >> 2);
    I[0] = i + abs(i) + ~i;
    X[idx] = x / 2.0f - -x;
    X[0] = x * x;
    B[idx] = x < i && i == 0;
    B[0] = x != 0.0f;
}

extern "C" cudaError_t launch_kernel(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, int* I, int /*I_len*/, float* X, int /*X_len*/,
                                     bool* B, int /*B_len*/)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    kernel<<<grid, block, shared_bytes, stream>>>(threads.x, I, X, B);
    return cudaGetLastError();
}
