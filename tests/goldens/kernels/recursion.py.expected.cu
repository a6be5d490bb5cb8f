// Translated from recursion.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ bool is_even(int n);

static __device__ int factorial(int n)
{
    return n <= 1 ? 1 : n * factorial(n - 1);
}

static __device__ bool is_odd(int n)
{
    if (n == 0) return false;
    return is_even(n - 1);
}

static __device__ bool is_even(int n)
{
    if (n == 0) return true;
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
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
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
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    recursion<<<grid, block, shared_bytes, stream>>>(threads.x, R);
    return cudaGetLastError();
}
