// Translated from strips.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

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

static __device__ int steps(int n)
{
    int count = 0;
    while (n != 1) {
        if (count > 100) return -1;
        n = (n & 1) == 0 ? n >> 1 : 3 * n + 1;
        count += 1;
    }
    return count;
}

static __device__ int first_above(float x, float limit, int most)
{
    if (x > limit) return 0;
    for (int i = 0; i < most; ++i) {
        for (int j = 0; j < 2; ++j) {
            x = x * 1.5f + j;
            if (x > limit) return 2 * i + j;
        }
        if (x < -limit) return -i;
    }
    return -1;
}

static __global__ void collatz(unsigned threads, const int* N, int N_len, int* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx < N_len) {
        R[idx] = steps(N[idx]) + steps(2 * N[idx]);
    }
}

extern "C" cudaError_t launch_collatz(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const int* N, int N_len, int* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    collatz<<<grid, block, shared_bytes, stream>>>(threads.x, N, N_len, R);
    return cudaGetLastError();
}

static __global__ void rises(unsigned threads, const float* X, int* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[idx] = X[idx] < 50.0f ? first_above(X[idx], 100.0f, 8) : 7;
    const int r = first_above(X[idx], 10.0f, 8);
    R[idx] += r;
}

extern "C" cudaError_t launch_rises(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const float* X, int /*X_len*/, int* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    rises<<<grid, block, shared_bytes, stream>>>(threads.x, X, R);
    return cudaGetLastError();
}
