// Translated from gathers.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

static __constant__ int SQUARES[8] = {0, 1, 4, 9, 16, 25, 36, 49};

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

static __global__ void by_name(unsigned threads, const float* X, const int* at, int at_len, float* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx < at_len) {
        const int place = at[idx];
        if (place >= 0) {
            Y[idx] = 2.0f * X[place] + Y[idx];
        }
    }
}

extern "C" cudaError_t launch_by_name(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const float* X, int /*X_len*/, const int* at,
                                      int at_len, float* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    by_name<<<grid, block, shared_bytes, stream>>>(threads.x, X, at, at_len, Y);
    return cudaGetLastError();
}

static __global__ void twice(unsigned threads, const int* next, int* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int first = next[idx];
    const int second = next[first];
    Y[idx] = second;
}

extern "C" cudaError_t launch_twice(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const int* next, int /*next_len*/, int* Y,
                                    int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    twice<<<grid, block, shared_bytes, stream>>>(threads.x, next, Y);
    return cudaGetLastError();
}

static __global__ void of_table(unsigned threads, const uint8_t* __restrict__ X, int* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Y[idx] = SQUARES[X[idx] & 7];
}

extern "C" cudaError_t launch_of_table(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, const uint8_t* X, int /*X_len*/, int* Y,
                                       int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    of_table<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y);
    return cudaGetLastError();
}

// The place is no element.
static __global__ void in_order(unsigned threads, const float* X, int n, float* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Y[idx] = X[idx * n] + X[n];
}

extern "C" cudaError_t launch_in_order(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, const float* X, int /*X_len*/, int n, float* Y,
                                       int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    in_order<<<grid, block, shared_bytes, stream>>>(threads.x, X, n, Y);
    return cudaGetLastError();
}

// Vectors gain more by the arithmetic.
static __global__ void much_to_do(unsigned threads, const float* X, const int* __restrict__ at, float* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const float x = X[at[idx]];
    Y[idx] = ((((x * 0.1f + 0.2f) * x + 0.3f) * x + 0.4f) * x + 0.5f) * x;
}

extern "C" cudaError_t launch_much_to_do(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream, const float* X, int /*X_len*/, const int* at,
                                         int /*at_len*/, float* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    much_to_do<<<grid, block, shared_bytes, stream>>>(threads.x, X, at, Y);
    return cudaGetLastError();
}

static __global__ void with_a_root(unsigned threads, const float* X, const int* __restrict__ at, float* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Y[idx] = sqrtf(X[at[idx]]);
}

extern "C" cudaError_t launch_with_a_root(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                          cudaStream_t stream, const float* X, int /*X_len*/, const int* at,
                                          int /*at_len*/, float* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    with_a_root<<<grid, block, shared_bytes, stream>>>(threads.x, X, at, Y);
    return cudaGetLastError();
}

// A loop of each thread goes with those of its neighbours.
static __global__ void strided(const float* X, const int* __restrict__ at, int n, float* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    for (int64_t i_counter = idx; i_counter < n; i_counter += int(gridDim.x) * int(blockDim.x)) {
        const int i = i_counter;
        Y[i] = X[at[i]];
    }
}

extern "C" cudaError_t launch_strided(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const float* X, int /*X_len*/, const int* at,
                                      int /*at_len*/, int n, float* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    strided<<<grid, block, shared_bytes, stream>>>(X, at, n, Y);
    return cudaGetLastError();
}

static __global__ void scattered(unsigned threads, const float* X, const int* __restrict__ at, float* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Y[at[idx]] = X[idx];
}

extern "C" cudaError_t launch_scattered(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, const float* X, int /*X_len*/, const int* at,
                                        int /*at_len*/, float* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    scattered<<<grid, block, shared_bytes, stream>>>(threads.x, X, at, Y);
    return cudaGetLastError();
}
