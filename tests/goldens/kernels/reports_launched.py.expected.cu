// Translated from reports_launched.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

// The number of the first assertion that failed, for the host.
__device__ int failed_assertion;

// Ends the thread. The others go on, so that no memory is lost, as it would be with a trap.
static __device__ void fail_assertion(int number)
{
    atomicCAS(&failed_assertion, 0, number);
    asm volatile("exit;");
}

// pow(x, y), and the power itself where it is a number: found by square roots and squaring, while they are
// exact.
static __device__ float exact_pow(float x, float y)
{
    if (x == 1 || y == 0) return 1;
    const float approximate = powf(x, y);
    if (x == 0 || !(fabsf(y) <= 1100)) return approximate;
    float base = x;
    while (y != rintf(y)) {
        const float root = sqrtf(base);
        if (fmaf(root, root, -base) != 0) return approximate;
        base = root;
        y *= 2;
    }
    float power = 1;
    for (int left = int(fabsf(y)); left > 0; left /= 2) {
        if (left % 2 != 0) {
            const float product = power * base;
            if (fmaf(power, base, -product) != 0) return approximate;
            power = product;
        }
        const float square = base * base;
        if (left > 1 && fmaf(base, base, -square) != 0) return approximate;
        base = square;
    }
    if (!(fabsf(power) > 1e-30f)) return approximate;
    const float reciprocal = 1 / power;
    if (y >= 0) return power;
    return fmaf(reciprocal, power, float(-1)) == 0 ? reciprocal : approximate;
}

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
