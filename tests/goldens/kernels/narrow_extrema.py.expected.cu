// Translated from narrow_extrema.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

// Python's min(a, b): a unless b is less.
static __device__ int8_t minimum(int8_t a, int8_t b)
{
    return b < a ? b : a;
}

// Python's min(a, b): a unless b is less.
static __device__ uint16_t minimum(uint16_t a, uint16_t b)
{
    return b < a ? b : a;
}

// Python's min(a, b): a unless b is less.
static __device__ int minimum(int a, int b)
{
    return b < a ? b : a;
}

// Python's max(a, b): a unless b is greater.
static __device__ uint8_t maximum(uint8_t a, uint8_t b)
{
    return b > a ? b : a;
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

static __global__ void extrema(unsigned threads, uint8_t* B, int8_t* S, uint16_t* H, int* A)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    B[idx] = maximum(B[idx], uint8_t(3));
    S[idx] = minimum(int8_t(-3), S[idx]);
    H[idx] = minimum(H[idx], uint16_t(A[idx] > 0 ? 300 : 500));
    A[idx] = maximum(apart(A[idx]), 3) - minimum(apart(A[idx]), 4);
}

extern "C" cudaError_t launch_extrema(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, uint8_t* B, int /*B_len*/, int8_t* S,
                                      int /*S_len*/, uint16_t* H, int /*H_len*/, int* A, int /*A_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    extrema<<<grid, block, shared_bytes, stream>>>(threads.x, B, S, H, A);
    return cudaGetLastError();
}
