// Translated from math_imports.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

// Returns why nothing is launched: there are no threads, or the grid does not fit them.
static cudaError_t not_launched(dim3 threads)
{
    const bool is_empty = threads.x == 0 || threads.y == 0 || threads.z == 0;
    return is_empty ? cudaSuccess : cudaErrorInvalidConfiguration;
}

// Returns whether there are threads to launch, and the grid covers them along x and has no others along y and
// z.
static bool check_launch_x(dim3 threads, dim3 grid, dim3 block)
{
    const unsigned long long x = 1ULL * grid.x * block.x;
    return threads.x > 0 && threads.y > 0 && threads.z > 0 && x >= threads.x && x <= 0x80000000
        && grid.y == threads.y && block.y == 1 && grid.z == threads.z && block.z == 1;
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
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    imports<<<grid, block, shared_bytes, stream>>>(threads.x, x, R, I);
    return cudaGetLastError();
}
