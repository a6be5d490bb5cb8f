// Translated from tuple_annotations.py by pycu2cu 0.1.0.

#include <cstdint>
#include <cuda_runtime.h>

struct double_int64
{
    double first;
    int64_t second;
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

static __device__ double_int64 polar(double x, double y)
{
    return {x * x + y * y, int64_t(int(x))};
}

static __global__ void kernel(unsigned threads, double* X, int64_t* A)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const double_int64 polar_result = polar(X[idx], 2.0);
    X[idx] = polar_result.first;
    A[idx] = polar_result.second;
}

extern "C" cudaError_t launch_kernel(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, double* X, int /*X_len*/, int64_t* A, int /*A_len*/)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    kernel<<<grid, block, shared_bytes, stream>>>(threads.x, X, A);
    return cudaGetLastError();
}
