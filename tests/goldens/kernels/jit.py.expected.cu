// Translated from jit.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

// pycu2cu: --no-stubs
extern "C" __global__ void scale(unsigned threads, bool twice, float factor, float* X, int X_len, int64_t n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx < X_len && idx < n) {
        X[idx] *= twice ? factor * 2.0f : factor;
    }
}

static __device__ void called_device(int* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    X[idx] = idx;
}

extern "C" __global__ void called(unsigned threads, int* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    called_device(X);
}

extern "C" __global__ void calls(unsigned threads, int* X, int* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    called_device(X);
    called_device(Y);
}
