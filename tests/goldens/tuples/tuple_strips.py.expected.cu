// Translated from tuple_strips.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

struct float_float
{
    float first;
    float second;
};

struct float_float_float
{
    float first;
    float second;
    float third;
};

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

static __device__ float_float square(float re, float im)
{
    return {re * re - im * im, 2.0f * re * im};
}

static __global__ void orbit(unsigned threads, const float* __restrict__ X, const float* __restrict__ Y,
                             int* steps)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float x = 0.0f;
    float y = 0.0f;
    int n = 0;
    while (n < 100 && x * x + y * y < 4.0f) {
        const float_float square_result = square(x, y);
        x = square_result.first;
        y = square_result.second;
        x += X[idx];
        y += Y[idx];
        n += 1;
    }
    steps[idx] = n;
}

extern "C" cudaError_t launch_orbit(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const float* X, int /*X_len*/, const float* Y,
                                    int /*Y_len*/, int* steps, int /*steps_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    orbit<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y, steps);
    return cudaGetLastError();
}

static __device__ float_float extent(const float* X, int X_len)
{
    float lo = X[0];
    float hi = lo;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        if (x < lo) {
            lo = x;
        }
        if (x > hi) {
            hi = x;
        }
    }
    return {lo, hi};
}

static __global__ void normalised(unsigned threads, const float* X, int X_len, float* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const float_float extent_result = extent(X, X_len);
    const float lo = extent_result.first;
    const float hi = extent_result.second;
    Y[idx] = (X[idx] - lo) / (hi - lo);
}

extern "C" cudaError_t launch_normalised(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream, const float* X, int X_len, float* Y,
                                         int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    normalised<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, Y);
    return cudaGetLastError();
}

static __global__ void rotated(unsigned threads, float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float_float_float t = {X[idx], 1.0f, 2.0f};
    int n = 0;
    while (t.first < 100.0f && n < 50) {
        t = {t.second + t.third, t.first, t.second};
        n += 1;
    }
    X[idx] = t.first;
}

extern "C" cudaError_t launch_rotated(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, float* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    rotated<<<grid, block, shared_bytes, stream>>>(threads.x, X);
    return cudaGetLastError();
}
