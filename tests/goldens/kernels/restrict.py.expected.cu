// Translated from restrict.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

// I is of a type that nothing writes; X might be Y.
static __global__ void apart(unsigned threads, const float* X, const int* __restrict__ I, float* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Y[idx] = X[I[idx]];
}

extern "C" cudaError_t launch_apart(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const float* X, int /*X_len*/, const int* I,
                                    int /*I_len*/, float* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    apart<<<grid, block, shared_bytes, stream>>>(threads.x, X, I, Y);
    return cudaGetLastError();
}

static __device__ void store_device(int i, float* Y)
{
    Y[i] = 1.0f;
}

static __global__ void store(unsigned threads, int i, float* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    store_device(i, Y);
}

extern "C" cudaError_t launch_store(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, int i, float* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    store<<<grid, block, shared_bytes, stream>>>(threads.x, i, Y);
    return cudaGetLastError();
}

static __global__ void in_callee(unsigned threads, const float* X, float* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    store_device(int(X[idx]), Y);
}

extern "C" cudaError_t launch_in_callee(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, const float* X, int /*X_len*/, float* Y,
                                        int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    in_callee<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y);
    return cudaGetLastError();
}

static __global__ void nothing(unsigned threads, const float* __restrict__ X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const float x = X[0];
}

extern "C" cudaError_t launch_nothing(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const float* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    nothing<<<grid, block, shared_bytes, stream>>>(threads.x, X);
    return cudaGetLastError();
}
