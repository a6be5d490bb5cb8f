// Translated from partial_annotations.py by pycu2cu 0.1.0.

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

static __device__ float mixed_float_int(float x, float by, int n)
{
    return x * by + n;
}

static __device__ double mixed_double(double x, float by, double n)
{
    return x * by + n;
}

static __device__ float known(float x, int n)
{
    return n == 0 ? x : known(x * 2.0f, n - 1);
}

static __device__ void nothing_device(float* X, int at)
{
    X[at] = 0.0f;
}

static __global__ void nothing(unsigned threads, float* X, int at)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    nothing_device(X, at);
}

extern "C" cudaError_t launch_nothing(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, float* X, int /*X_len*/, int at)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    nothing<<<grid, block, shared_bytes, stream>>>(threads.x, X, at);
    return cudaGetLastError();
}

static __global__ void kernel(unsigned threads, float* X, double* D)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[idx] = mixed_float_int(X[idx], 2.0f, idx) + known(X[idx], 2);
    D[idx] = mixed_double(D[idx], 2.0f, 0.5) + known(X[idx], 3);
    nothing_device(X, 0);
}

extern "C" cudaError_t launch_kernel(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, float* X, int /*X_len*/, double* D, int /*D_len*/)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    kernel<<<grid, block, shared_bytes, stream>>>(threads.x, X, D);
    return cudaGetLastError();
}

static __global__ void scale_float_array_int(unsigned threads, float* X, int by, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[idx] *= by + n;
}

extern "C" cudaError_t launch_scale_float_array_int(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                                    cudaStream_t stream, float* X, int /*X_len*/, int by,
                                                    int n)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    scale_float_array_int<<<grid, block, shared_bytes, stream>>>(threads.x, X, by, n);
    return cudaGetLastError();
}
