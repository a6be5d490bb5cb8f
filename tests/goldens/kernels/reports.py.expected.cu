// Translated from reports.py by pycu2cu 0.2.0.

#include <cassert>
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

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

static __device__ float helper(float x)
{
    assert(x >= 0.0f && "negative: 100% sure?");
    return exact_pow(x, 0.5f);
}

static __global__ void kernel(unsigned threads, float* X, int X_len, int64_t n, uint8_t b)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx == 0) {
        printf("hello \"world\"\t, %lld, %g, %d, %s, \303\251 %%d!\n", (long long)n, X[idx], b + 1,
               idx < 2 ? "True" : "False");
    }
    assert(idx < X_len);
    X[idx] = helper(X[idx]);
}

extern "C" cudaError_t launch_kernel(dim3 threads, dim3 grid, dim3 block_2, size_t shared_bytes,
                                     cudaStream_t stream, float* X, int X_len, int64_t n, uint8_t b)
{
    if (!check_launch_x(threads, grid, block_2)) return not_launched(threads);
    kernel<<<grid, block_2, shared_bytes, stream>>>(threads.x, X, X_len, n, b);
    return cudaGetLastError();
}

static __global__ void loops(unsigned threads, float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float s = 0.0f;
    for (int i = 0; i < idx; ++i) {
        s += X[i];
        assert((s < 100.0f || i > 3) && "large");
    }
    X[idx] = s;
    printf("\n");
}

extern "C" cudaError_t launch_loops(dim3 threads, dim3 grid, dim3 block_2, size_t shared_bytes,
                                    cudaStream_t stream, float* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block_2)) return not_launched(threads);
    loops<<<grid, block_2, shared_bytes, stream>>>(threads.x, X);
    return cudaGetLastError();
}

static __global__ void block(float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float s[256];
    s[threadIdx.x] = X[idx];
    __syncthreads();
    assert(s[255 - int(threadIdx.x)] >= 0.0f);
    printf("done\n");
    __syncthreads();
    X[idx] = s[255 - int(threadIdx.x)];
}

extern "C" cudaError_t launch_block(dim3 threads, dim3 grid, dim3 block_2, size_t shared_bytes,
                                    cudaStream_t stream, float* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block_2)) return not_launched(threads);
    block<<<grid, block_2, shared_bytes, stream>>>(X);
    return cudaGetLastError();
}
