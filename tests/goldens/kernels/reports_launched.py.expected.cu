// Translated from reports_launched.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
//+ prelude failed_assertion
//+ helper exact_pow(float)

// pycu2cu: --no-stubs
static __device__ float helper(float x)
{
    if (!(x >= 0.0f)) fail_assertion(1);
    return exact_pow(x, 0.5f);
}

extern "C" __global__ void kernel(unsigned threads, float* X, int X_len, int64_t n, uint8_t b)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx == 0) {
        printf("hello \"world\"\t, %lld, %g, %d, %s, \303\251 %%d!\n", (long long)n, X[idx], b + 1,
               idx < 2 ? "True" : "False");
    }
    if (!(idx < X_len)) fail_assertion(2);
    X[idx] = helper(X[idx]);
}

extern "C" __global__ void loops(unsigned threads, float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float s = 0.0f;
    for (int i = 0; i < idx; ++i) {
        s += X[i];
        if (!(s < 100.0f || i > 3)) fail_assertion(3);
    }
    X[idx] = s;
    printf("\n");
}

extern "C" __global__ void block(float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float s[256];
    s[threadIdx.x] = X[idx];
    __syncthreads();
    if (!(s[255 - int(threadIdx.x)] >= 0.0f)) fail_assertion(4);
    printf("done\n");
    __syncthreads();
    X[idx] = s[255 - int(threadIdx.x)];
}
