// Translated from operator_functions.py by pycu2cu 0.2.0.

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
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    kernel<<<grid, block, shared_bytes, stream>>>(threads.x, I, X, B);
    return cudaGetLastError();
}
