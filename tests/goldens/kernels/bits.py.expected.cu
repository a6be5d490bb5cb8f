// Translated from bits.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x
//+ prelude check_launch_xy

static __device__ int in_warp(int x)
{
    return x + int((threadIdx.y * blockDim.x + threadIdx.x) % 32);
}

static __global__ void lanes(unsigned threads, int* I)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    I[idx] = threadIdx.x % 32;
    I[idx] += int(threadIdx.x % 32) * 2 + in_warp(3);
}

extern "C" cudaError_t launch_lanes(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, int* I, int /*I_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    lanes<<<grid, block, shared_bytes, stream>>>(threads.x, I);
    return cudaGetLastError();
}

static __global__ void tile_lanes(unsigned threads_x, unsigned threads_y, int* I)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    if (unsigned(idx) >= threads_x || unsigned(idy) >= threads_y) return;
    I[idy * 100 + idx] = int((threadIdx.y * blockDim.x + threadIdx.x) % 32) % 4;
}

extern "C" cudaError_t launch_tile_lanes(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream, int* I, int /*I_len*/)
{
    if (!check_launch_xy(threads, grid, block)) return not_launched(threads);
    tile_lanes<<<grid, block, shared_bytes, stream>>>(threads.x, threads.y, I);
    return cudaGetLastError();
}

static __global__ void block_lanes(int* I, const int* J)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    __shared__ int s[256];
    s[int(threadIdx.x) * 16 + int(threadIdx.y)] = (threadIdx.y * blockDim.x + threadIdx.x) % 32;
    __syncthreads();
    I[idy * 100 + idx] = s[(threadIdx.y * blockDim.x + threadIdx.x) % 32];
}

extern "C" cudaError_t launch_block_lanes(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                          cudaStream_t stream, int* I, int /*I_len*/, const int* J,
                                          int /*J_len*/)
{
    if (!check_launch_xy(threads, grid, block)) return not_launched(threads);
    block_lanes<<<grid, block, shared_bytes, stream>>>(I, J);
    return cudaGetLastError();
}

static __global__ void lane_strip(unsigned threads, const float* X, float* Y, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float total = 0.0f;
    for (int i = 0; i < n; ++i) {
        total += X[i] * int(threadIdx.x % 32);
    }
    Y[idx] = total;
}

extern "C" cudaError_t launch_lane_strip(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream, const float* X, int /*X_len*/, float* Y,
                                         int /*Y_len*/, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    lane_strip<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y, n);
    return cudaGetLastError();
}

static __global__ void counts(unsigned threads, int* I, int64_t* W, bool b)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int x = I[idx];
    const int64_t w = W[idx];
    I[0] = __popc(x) + __popcll(w) + __popc(b) + __popcll(0xffffffffLL);
    I[1] = __clz(x) + __clzll(w);
    I[2] = __ffs(x) + __ffsll(w);
    I[3] = int(__brev(x));
    W[0] = int64_t(__brevll(w));
    W[1] = int(__brev(x)) + w;
    I[4] = __popc(x) % 8;
}

extern "C" cudaError_t launch_counts(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, int* I, int /*I_len*/, int64_t* W, int /*W_len*/,
                                     bool b)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    counts<<<grid, block, shared_bytes, stream>>>(threads.x, I, W, b);
    return cudaGetLastError();
}
