// Translated from half_constants.py by pycu2cu 0.1.0.

#include <cuda_fp16.h>
#include <cuda_runtime.h>

constexpr float SCALE = 0.1f;

// Returns whether there are threads to launch. A grid that does not cover them along x, or has others along y
// and z, loses its blocks, so that CUDA refuses it.
static bool check_launch_x(dim3 threads, dim3& grid, dim3 block)
{
    const unsigned long long x = 1ULL * grid.x * block.x;
    const bool covers = x >= threads.x && x <= 0x80000000 && grid.y == threads.y && block.y == 1
        && grid.z == threads.z && block.z == 1;
    if (!covers) grid.x = 0;
    return threads.x > 0 && threads.y > 0 && threads.z > 0;
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
    if (!check_launch_x(threads, grid, block)) return cudaSuccess;
    scaled<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_len, F);
    return cudaGetLastError();
}
