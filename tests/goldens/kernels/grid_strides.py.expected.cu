// Translated from grid_strides.py by pycu2cu 0.2.0.

#include "grid_strides.py.expected.h"

#include <cstdint>
#include <cuda_runtime.h>

// Python's max(a, b): a unless b is greater.
static __device__ int maximum(int a, int b)
{
    return b > a ? b : a;
}

// Python's max(a, b): a unless b is greater.
static __device__ float maximum(float a, float b)
{
    return b > a ? b : a;
}

// Gives x, and hides it from ptxas: the one of CUDA 13.0 makes one instruction of min(min(a, -b), c) for
// sm_90 and later, and loses the minus.
static __device__ int apart(int x)
{
#if __CUDACC_VER_MAJOR__ == 13 && __CUDACC_VER_MINOR__ < 5 && __CUDA_ARCH__ >= 900
    long long wide = x;
    asm("" : "+l"(wide));
    return int(wide);
#else
    return x;
#endif
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

static __global__ void total_of(const float* x, int x_len, float* out)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float s[256];
    const int t = threadIdx.x;
    float total = 0.0f; // of one thread
    for (int64_t i_counter = idx; i_counter < x_len; i_counter += int(gridDim.x) * int(blockDim.x)) {
        const int i = i_counter;
        // in the order of its turns
        total += x[i];
    }
    s[t] = total;
    __syncthreads();
    int k = 128;
    while (k > 0) {
        if (t < k) {
            s[t] += s[t + k];
        }
        __syncthreads();
        k /= 2;
    }
    if (t == 0) {
        atomicAdd(&out[0], s[0]);
    }
}

extern "C" cudaError_t launch_total_of(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, const float* x, int x_len, float* out,
                                       int /*out_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    total_of<<<grid, block, shared_bytes, stream>>>(x, x_len, out);
    return cudaGetLastError();
}

// A product and a largest element for each block, which asks for its place.
static __global__ void dots(const float* x, int x_len, const float* y, float* parts)
{
    __shared__ float a[2 * 128];
    float dot = 0.0f;
    float most = 0.0f;
    for (int64_t i_counter = int(blockIdx.x) * int(blockDim.x) + int(threadIdx.x); i_counter < x_len;
            i_counter += int(gridDim.x) * int(blockDim.x)) {
        const int i = i_counter;
        const float v = x[i];
        dot += v * y[i];
        if (v > most) {
            most = v;
        }
    }
    a[threadIdx.x] = dot;
    a[128 + int(threadIdx.x)] = most;
    __syncthreads();
    if (int(threadIdx.x) < 2) {
        float part = a[int(threadIdx.x) * 128];
        for (int k = 1; k < int(blockDim.x); ++k) {
            part = int(threadIdx.x) == 0 ? part + a[k] : maximum(part, a[128 + k]);
        }
        parts[2 * int(blockIdx.x) + int(threadIdx.x)] = part;
    }
}

extern "C" cudaError_t launch_dots(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, const float* x, int x_len, const float* y,
                                   int /*y_len*/, float* parts, int /*parts_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    dots<<<grid, block, shared_bytes, stream>>>(x, x_len, y, parts);
    return cudaGetLastError();
}

static __global__ void longest(const int* x, int x_len, int* found, int found_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    int most = 0;
    for (int64_t i_counter = idx; i_counter < x_len; i_counter += int(gridDim.x) * int(blockDim.x)) {
        const int i = i_counter;
        most = maximum(apart(most), x[i]);
    }
    found[int(blockIdx.x) * found_cols + int(threadIdx.x)] = most;
}

extern "C" cudaError_t launch_longest(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const int* x, int x_len, int* found,
                                      int /*found_rows*/, int found_cols)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    longest<<<grid, block, shared_bytes, stream>>>(x, x_len, found, found_cols);
    return cudaGetLastError();
}

// Changes shared memory on the way, so that blocks run one by one.
static __global__ void count(const uint8_t* __restrict__ x, int x_len, int* bins)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int s[256];
    const int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    for (int64_t i_counter = idx; i_counter < x_len; i_counter += int(gridDim.x) * int(blockDim.x)) {
        const int i = i_counter;
        atomicAdd(&s[x[i]], 1);
    }
    __syncthreads();
    atomicAdd(&bins[t], s[t]);
}

extern "C" cudaError_t launch_count(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const uint8_t* x, int x_len, int* bins,
                                    int /*bins_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    count<<<grid, block, shared_bytes, stream>>>(x, x_len, bins);
    return cudaGetLastError();
}

// The last block adds up what the others have left, so that they run one by one.
static __global__ void last_total(const float* x, int x_len, float* parts, int* done, float* out)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float s[64];
    __shared__ bool last[1];
    float total = 0.0f;
    for (int64_t i_counter = idx; i_counter < x_len; i_counter += int(gridDim.x) * int(blockDim.x)) {
        const int i = i_counter;
        total += x[i];
    }
    s[threadIdx.x] = total;
    __syncthreads();
    if (int(threadIdx.x) == 0) {
        for (int k = 1; k < 64; ++k) {
            s[0] += s[k];
        }
        parts[blockIdx.x] = s[0];
        __threadfence();
        last[0] = atomicAdd(&done[0], 1) == int(gridDim.x) - 1;
    }
    __syncthreads();
    if (last[0] && int(threadIdx.x) == 0) {
        for (int k = 0; k < int(gridDim.x); ++k) {
            out[0] += parts[k];
        }
    }
}

extern "C" cudaError_t launch_last_total(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream, const float* x, int x_len, float* parts,
                                         int /*parts_len*/, int* done, int /*done_len*/, float* out,
                                         int /*out_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    last_total<<<grid, block, shared_bytes, stream>>>(x, x_len, parts, done, out);
    return cudaGetLastError();
}

// Each block has rows of its own, along which its threads go.
static __global__ void row_totals(const float* A, int A_rows, int A_cols, float* out)
{
    float total = 0.0f;
    for (int64_t row_counter = int(blockIdx.x); row_counter < A_rows; row_counter += int(gridDim.x)) {
        const int row = row_counter;
        for (int64_t i_counter = int(threadIdx.x); i_counter < A_cols; i_counter += int(blockDim.x)) {
            const int i = i_counter;
            total += A[row * A_cols + i];
        }
    }
    atomicAdd(&out[0], total);
}

extern "C" cudaError_t launch_row_totals(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream, const float* A, int A_rows, int A_cols,
                                         float* out, int /*out_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    row_totals<<<grid, block, shared_bytes, stream>>>(A, A_rows, A_cols, out);
    return cudaGetLastError();
}
