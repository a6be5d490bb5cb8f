// Translated from recursion.py by pycu2cu 0.1.0.

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

static __device__ bool is_even(int n);

static __device__ int factorial(int n)
{
    return n <= 1 ? 1 : n * factorial(n - 1);
}

static __device__ bool is_odd(int n)
{
    if (n == 0) {
        return false;
    }
    return is_even(n - 1);
}

static __device__ bool is_even(int n)
{
    if (n == 0) {
        return true;
    }
    return is_odd(n - 1);
}

static __device__ void late_device(int i, int* R)
{
    R[i] = -R[i];
}

static __global__ void late(unsigned threads, int i, int* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    late_device(i, R);
}

extern "C" cudaError_t launch_late(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, int i, int* R, int /*R_len*/)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    late<<<grid, block, shared_bytes, stream>>>(threads.x, i, R);
    return cudaGetLastError();
}

static __global__ void recursion(unsigned threads, int* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[idx] = factorial(idx % 10);
    if (is_even(idx)) {
        late_device(idx, R);
    }
}

extern "C" cudaError_t launch_recursion(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, int* R, int /*R_len*/)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    recursion<<<grid, block, shared_bytes, stream>>>(threads.x, R);
    return cudaGetLastError();
}
