// Translated from math_imports.py by pycu2cu 0.1.0.

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

static __global__ void imports(unsigned threads, float x, float* R, int* I)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[0] = sinf(x);
    R[1] = sqrtf(x);
    R[2] = cosf(x) + 3.1415927f;
    R[3] = asinf(x);
    R[4] = expf(x);
    R[5] = x;
    I[0] = int(floorf(x));
    I[1] = int(ceilf(x));
    I[2] = int(truncf(x)) + int(rintf(x));
    R[6] = floorf(x);
    R[7] = rintf(x);
    I[3] = int(x);
}

extern "C" cudaError_t launch_imports(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, float x, float* R, int /*R_len*/, int* I,
                                      int /*I_len*/)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    imports<<<grid, block, shared_bytes, stream>>>(threads.x, x, R, I);
    return cudaGetLastError();
}
