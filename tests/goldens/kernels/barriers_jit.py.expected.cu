// Translated from barriers_jit.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

extern "C" __global__ void rotate(int* A, int cache_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    extern __shared__ __align__(16) unsigned char shared_memory[];
    int* const cache = reinterpret_cast<int*>(shared_memory);
    const int t = threadIdx.x;
    cache[t] = A[idx];
    __syncthreads();
    A[idx] = cache[(t + 1) % cache_len];
}

extern "C" __global__ void agree(int* A)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (A[idx] > 0) {
        __syncthreads();
        A[idx] += 1;
    }
}
