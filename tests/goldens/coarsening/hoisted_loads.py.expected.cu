// Translated from hoisted_loads.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

// Counts bytes, first in a block's own memory.
static __global__ void histogram(const uint8_t* __restrict__ X, int X_len, int* bins)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    // Each thread takes every so many bytes.
    int64_t i_counter = idx;
    const int64_t stride = int64_t(int(gridDim.x) * int(blockDim.x));
    while (i_counter + 3 * stride < X_len) {
        uint8_t X_ahead[4];
        #pragma unroll
        for (int iteration = 0; iteration < 4; ++iteration) {
            X_ahead[iteration] = X[i_counter + iteration * stride];
        }
        #pragma unroll
        for (int iteration = 0; iteration < 4; ++iteration) {
            atomicAdd(&own[X_ahead[iteration]], 1);
        }
        i_counter += 4 * stride;
    }
    while (i_counter < X_len) {
        const int i = i_counter;
        atomicAdd(&own[X[i]], 1);
        i_counter += stride;
    }
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

extern "C" cudaError_t launch_histogram(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, const uint8_t* X, int X_len, int* bins,
                                        int /*bins_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    histogram<<<grid, block, shared_bytes, stream>>>(X, X_len, bins);
    return cudaGetLastError();
}

static __global__ void weights(const int16_t* __restrict__ at, int at_len, const double* __restrict__ W,
                               int W_cols, float* sums)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    int64_t i_counter = idx;
    const int64_t stride = int64_t(int(gridDim.x) * int(blockDim.x));
    while (i_counter + 3 * stride < at_len) {
        int16_t at_ahead[4];
        #pragma unroll
        for (int iteration = 0; iteration < 4; ++iteration) {
            at_ahead[iteration] = at[i_counter + iteration * stride];
        }
        #pragma unroll
        for (int iteration = 0; iteration < 4; ++iteration) {
            const int i = i_counter + iteration * stride;
            const int16_t place = at_ahead[iteration];
            if (place >= 0) {
                const float weight = float(W[i * W_cols + 1] + W[place * W_cols]);
                atomicAdd(&sums[place], weight);
            }
        }
        i_counter += 4 * stride;
    }
    while (i_counter < at_len) {
        const int i = i_counter;
        const int16_t place = at[i];
        if (place >= 0) {
            const float weight = float(W[i * W_cols + 1] + W[place * W_cols]);
            atomicAdd(&sums[place], weight);
        }
        i_counter += stride;
    }
}

extern "C" cudaError_t launch_weights(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const int16_t* at, int at_len, const double* W,
                                      int /*W_rows*/, int W_cols, float* sums, int /*sums_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    weights<<<grid, block, shared_bytes, stream>>>(at, at_len, W, W_cols, sums);
    return cudaGetLastError();
}

// The array that is read may be the one that is written.
static __global__ void same(const int* X, int X_len, int* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    for (int64_t i_counter = idx; i_counter < X_len; i_counter += int(gridDim.x) * int(blockDim.x)) {
        const int i = i_counter;
        atomicAdd(&Y[X[i]], 1);
    }
}

// The same, for launches in which no array is read by one parameter and written by another.
static __global__ void same_no_alias(const int* X, int X_len, int* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    int64_t i_counter = idx;
    const int64_t stride = int64_t(int(gridDim.x) * int(blockDim.x));
    while (i_counter + 3 * stride < X_len) {
        int X_ahead[4];
        #pragma unroll
        for (int iteration = 0; iteration < 4; ++iteration) {
            X_ahead[iteration] = X[i_counter + iteration * stride];
        }
        #pragma unroll
        for (int iteration = 0; iteration < 4; ++iteration) {
            atomicAdd(&Y[X_ahead[iteration]], 1);
        }
        i_counter += 4 * stride;
    }
    while (i_counter < X_len) {
        const int i = i_counter;
        atomicAdd(&Y[X[i]], 1);
        i_counter += stride;
    }
}

extern "C" cudaError_t launch_same(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, const int* X, int X_len, int* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    const auto kernel = X != Y ? same_no_alias : same;
    kernel<<<grid, block, shared_bytes, stream>>>(X, X_len, Y);
    return cudaGetLastError();
}

// A compiler loads less ahead by itself.
static __global__ void total(const float* X, int X_len, float* out)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    float t = 0.0f;
    int64_t i_counter = idx;
    const int64_t stride = int64_t(int(gridDim.x) * int(blockDim.x));
    while (i_counter + 7 * stride < X_len) {
        float X_ahead[8];
        #pragma unroll
        for (int iteration = 0; iteration < 8; ++iteration) {
            X_ahead[iteration] = X[i_counter + iteration * stride];
        }
        #pragma unroll
        for (int iteration = 0; iteration < 8; ++iteration) {
            t += X_ahead[iteration];
        }
        i_counter += 8 * stride;
    }
    while (i_counter < X_len) {
        const int i = i_counter;
        t += X[i];
        i_counter += stride;
    }
    out[idx] = t;
}

extern "C" cudaError_t launch_total(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const float* X, int X_len, float* out,
                                    int /*out_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    total<<<grid, block, shared_bytes, stream>>>(X, X_len, out);
    return cudaGetLastError();
}

static __global__ void dot(const half* __restrict__ X, int X_len, const float* W, int W_cols, float* out)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    float t = 0.0f;
    int64_t i_counter = idx;
    const int64_t stride = int64_t(int(gridDim.x) * int(blockDim.x));
    while (i_counter + 7 * stride < X_len) {
        half X_ahead[8];
        float W_ahead[8];
        #pragma unroll
        for (int iteration = 0; iteration < 8; ++iteration) {
            X_ahead[iteration] = X[i_counter + iteration * stride];
            W_ahead[iteration] = W[W_cols + int(i_counter + iteration * stride)];
        }
        #pragma unroll
        for (int iteration = 0; iteration < 8; ++iteration) {
            const half x = X_ahead[iteration];
            const float w = W_ahead[iteration];
            if (w > 0.0f) {
                t += float(x) * w;
            }
        }
        i_counter += 8 * stride;
    }
    while (i_counter < X_len) {
        const int i = i_counter;
        const half x = X[i];
        const float w = W[W_cols + i];
        if (w > 0.0f) {
            t += float(x) * w;
        }
        i_counter += stride;
    }
    out[idx] = t;
}

extern "C" cudaError_t launch_dot(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                  cudaStream_t stream, const half* X, int X_len, const float* W,
                                  int /*W_rows*/, int W_cols, float* out, int /*out_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    dot<<<grid, block, shared_bytes, stream>>>(X, X_len, W, W_cols, out);
    return cudaGetLastError();
}

// Eight turns of three loads would need too many registers.
static __global__ void three(const float* X, int X_len, const float* Y, const float* Z, float* out)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    float t = 0.0f;
    for (int64_t i_counter = idx; i_counter < X_len; i_counter += int(gridDim.x) * int(blockDim.x)) {
        const int i = i_counter;
        t += X[i] * Y[i] + Z[i];
    }
    out[idx] = t;
}

extern "C" cudaError_t launch_three(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const float* X, int X_len, const float* Y,
                                    int /*Y_len*/, const float* Z, int /*Z_len*/, float* out, int /*out_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    three<<<grid, block, shared_bytes, stream>>>(X, X_len, Y, Z, out);
    return cudaGetLastError();
}

// The array that is read is written elsewhere in the kernel.
static __global__ void left(float* X, int X_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    float t = 0.0f;
    for (int64_t i_counter = idx + 1; i_counter < X_len; i_counter += int(gridDim.x) * int(blockDim.x)) {
        const int i = i_counter;
        t += X[i];
    }
    X[idx] = t;
}

extern "C" cudaError_t launch_left(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, float* X, int X_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    left<<<grid, block, shared_bytes, stream>>>(X, X_len);
    return cudaGetLastError();
}

// The place of the next load is known when this turn has ended.
static __global__ void strides(const uint8_t* __restrict__ X, int X_len, int* bins)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    int at = 0;
    for (int64_t i_counter = idx; i_counter < X_len; i_counter += int(gridDim.x) * int(blockDim.x)) {
        const int i = i_counter;
        at = (at + 1) % X_len;
        atomicAdd(&bins[X[at]], 1);
    }
}

extern "C" cudaError_t launch_strides(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const uint8_t* X, int X_len, int* bins,
                                      int /*bins_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    strides<<<grid, block, shared_bytes, stream>>>(X, X_len, bins);
    return cudaGetLastError();
}

static __global__ void leaves(const uint8_t* __restrict__ X, int X_len, int* bins)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    for (int64_t i_counter = idx; i_counter < X_len; i_counter += int(gridDim.x) * int(blockDim.x)) {
        const int i = i_counter;
        if (X[i] == 0) break;
        atomicAdd(&bins[X[i]], 1);
    }
}

extern "C" cudaError_t launch_leaves(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const uint8_t* X, int X_len, int* bins,
                                     int /*bins_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    leaves<<<grid, block, shared_bytes, stream>>>(X, X_len, bins);
    return cudaGetLastError();
}

// A compiler reorders no iterations of a loop, unless the arrays are different ones.
static __global__ void scales(unsigned threads, float by, const float* A, int A_cols, float* B, int B_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    for (int k = 0; k < A_cols; ++k) {
        B[idx * B_cols + k] = by * A[idx * A_cols + k];
    }
}

// The same, for launches in which no array is read by one parameter and written by another.
static __global__ void scales_no_alias(unsigned threads, float by, const float* __restrict__ A, int A_cols,
                                       float* B, int B_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    for (int k = 0; k < A_cols; ++k) {
        B[idx * B_cols + k] = by * A[idx * A_cols + k];
    }
}

extern "C" cudaError_t launch_scales(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, float by, const float* A, int /*A_rows*/,
                                     int A_cols, float* B, int /*B_rows*/, int B_cols)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    const auto kernel = A != B ? scales_no_alias : scales;
    kernel<<<grid, block, shared_bytes, stream>>>(threads.x, by, A, A_cols, B, B_cols);
    return cudaGetLastError();
}

// A name for one of two arrays is each of them, and one of these may be the array that is read.
static __global__ void by_name(int first, const int* X, int X_len, int* Y, int* Z)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    int* const chosen = first != 0 ? Y : Z;
    for (int64_t i_counter = idx; i_counter < X_len; i_counter += int(gridDim.x) * int(blockDim.x)) {
        const int i = i_counter;
        atomicAdd(&chosen[X[i]], 1);
    }
}

extern "C" cudaError_t launch_by_name(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, int first, const int* X, int X_len, int* Y,
                                      int /*Y_len*/, int* Z, int /*Z_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    by_name<<<grid, block, shared_bytes, stream>>>(first, X, X_len, Y, Z);
    return cudaGetLastError();
}
