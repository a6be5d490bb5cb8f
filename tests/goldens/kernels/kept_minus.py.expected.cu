// Translated from kept_minus.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

// Python's min(a, b): a unless b is less.
static __device__ int minimum(int a, int b)
{
    return b < a ? b : a;
}

// Python's max(a, b): a unless b is greater.
static __device__ int maximum(int a, int b)
{
    return b > a ? b : a;
}

// Gives x, and hides it from ptxas: the one of CUDA 13.0 makes one instruction of min(min(a, -b), c) for
// sm_90 and later, and loses the minus.
static __device__ int apart(int x)
{
#if __CUDACC_VER_MAJOR__ == 13 && __CUDACC_VER_MINOR__ < 5 && __CUDA_ARCH__ >= 900
    long long wide = x;
    asm("" : "+l"(wide));
    return int(wide);
#else
    return x;
#endif
}

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

static __device__ int negated(int x)
{
    return -x;
}

static __global__ void least(unsigned threads, const int* A, int* R, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[idx] = minimum(apart(minimum(A[idx], -A[idx + 32])), A[idx + 64]);
    int lowest = 0;
    for (int i = 0; i < n; ++i) {
        lowest = minimum(apart(lowest), negated(A[i]));
    }
    R[idx + 32] = maximum(apart(maximum(lowest, 0 - A[idx])), apart(-1 * R[idx]));
    R[idx + 64] = -3;
}

extern "C" cudaError_t launch_least(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const int* A, int /*A_len*/, int* R, int /*R_len*/,
                                    int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    least<<<grid, block, shared_bytes, stream>>>(threads.x, A, R, n);
    return cudaGetLastError();
}
