// Translated from half_constants.py by pycu2cu 0.2.0.

#include <cuda_fp16.h>
#include <cuda_runtime.h>

constexpr float SCALE = 0.1f;

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

static __global__ void scaled(unsigned threads, half* A, int A_len, float* F)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx < A_len) {
        A[idx] = A[idx] < half(0.0f) ? half(0.1f) : A[idx] * half(0.1f);
        F[idx] += SCALE;
    }
}

extern "C" cudaError_t launch_scaled(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, half* A, int A_len, float* F, int /*F_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    scaled<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_len, F);
    return cudaGetLastError();
}
