// Translated from warps.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
#error "`matches`: match_any_sync needs compute capability 7.0: compile with -arch=sm_70 or a later one"
#endif
//+ helper reduce_add(int)
//+ helper reduce_min(int)
//+ helper reduce_max(float)
//+ helper reduce_or(int)
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ float warp_sum(float v)
{
    int offset = 16;
    while (offset > 0) {
        v += __shfl_down_sync(0xffffffffu, v, offset);
        offset /= 2;
    }
    return v;
}

// Sums of warps, then the sum of these by the first warp.
static __global__ void block_sum(const float* X, int X_len, float* sums)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float partial[32];
    float v = 0.0f;
    int i = idx;
    while (i < X_len) {
        v += X[i];
        i += int(blockDim.x) * int(gridDim.x);
    }
    v = warp_sum(v);
    const int warp = int(threadIdx.x) / 32;
    if (int(threadIdx.x % 32) == 0) {
        partial[warp] = v;
    }
    __syncthreads();
    if (warp == 0) {
        v = int(threadIdx.x % 32) < int(blockDim.x) / 32 ? partial[threadIdx.x % 32] : 0.0f;
        v = warp_sum(v);
        if (int(threadIdx.x % 32) == 0) {
            sums[blockIdx.x] = v;
        }
    }
}

extern "C" cudaError_t launch_block_sum(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, const float* X, int X_len, float* sums,
                                        int /*sums_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    block_sum<<<grid, block, shared_bytes, stream>>>(X, X_len, sums);
    return cudaGetLastError();
}

static __global__ void compact(const int* X, int X_len, int* out, int* count)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const bool wanted = idx < X_len && X[idx] > 0;
    const uint32_t votes = __ballot_sync(0xffffffffu, wanted);
    const int before = __popc(votes & ((1u << int(threadIdx.x % 32)) - 1));
    int first = 0;
    if (int(threadIdx.x % 32) == 0 && votes != 0) {
        first = atomicAdd(&count[0], __popc(votes));
    }
    first = __shfl_sync(0xffffffffu, first, 0);
    if (wanted) {
        out[first + before] = X[idx];
    }
}

extern "C" cudaError_t launch_compact(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const int* X, int X_len, int* out, int /*out_len*/,
                                      int* count, int /*count_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    compact<<<grid, block, shared_bytes, stream>>>(X, X_len, out, count);
    return cudaGetLastError();
}

static __global__ void scan(int* X, int width)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    int v = X[idx];
    int offset = 1;
    while (offset < 32) {
        const int other = __shfl_up_sync(0xffffffffu, v, offset);
        if (int(threadIdx.x % 32) >= offset) {
            v += other;
        }
        offset *= 2;
    }
    const int value = v + __shfl_xor_sync(0xffffffffu, v, 1, 8);
    X[idx] = value + __shfl_sync(0xffffffffu, v, 3, width);
}

extern "C" cudaError_t launch_scan(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, int* X, int /*X_len*/, int width)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    scan<<<grid, block, shared_bytes, stream>>>(X, width);
    return cudaGetLastError();
}

static __global__ void votes(int* X, int64_t* W, float* F)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    int x = X[idx];
    if (__all_sync(0xffffffffu, x > 0) != 0 || idx < 5) {
        X[idx] = 1;
    }
    while (__any_sync(0xffffffffu, x > 0) != 0) {
        x -= int(threadIdx.x % 32);
    }
    __syncwarp();
    const uint32_t activemask_result = __activemask();
    W[idx] = activemask_result + __ballot_sync(0xffffffffu, x < 0);
    const int reduce_add_sync_result = reduce_add(0xffffffffu, x);
    const int value = reduce_add_sync_result + reduce_min(0xffffffffu, x);
    X[idx] = value + reduce_or(0xffffffffu, x);
    F[idx] = reduce_max(0xffffffffu, F[idx]);
}

extern "C" cudaError_t launch_votes(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, int* X, int /*X_len*/, int64_t* W, int /*W_len*/,
                                    float* F, int /*F_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    votes<<<grid, block, shared_bytes, stream>>>(X, W, F);
    return cudaGetLastError();
}

// Threads whose values are the same.
static __global__ void matches(int* X, const int64_t* __restrict__ W, const double* __restrict__ D,
                               const half* __restrict__ H, const bool* __restrict__ B, uint32_t* out)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const uint32_t same = __match_any_sync(0xffffffffu, X[idx]);
    if ((((1u << int(threadIdx.x % 32)) - 1) & same) == 0) {
        atomicAdd(&X[0], __popc(same));
    }
    const uint32_t match_any_sync_result = __match_any_sync(0xffffffffu, W[idx]);
    out[idx] = match_any_sync_result ^ __match_any_sync(0xffffffffu, D[idx]);
    const uint32_t out_value = out[idx];
    const uint32_t match_any_sync_result_ = __match_any_sync(0xffffffffu, float(H[idx]));
    out[idx] = out_value ^ (match_any_sync_result_ ^ __match_any_sync(0xffffffffu, int(B[idx])));
    if (int(threadIdx.x % 32) < 16) {
        const uint32_t out_value_ = out[idx];
        out[idx] = out_value_ ^ __match_any_sync(0xffffu, int(threadIdx.x % 32) / 3);
    }
    const uint32_t out_value_ = out[idx];
    out[idx] = out_value_ ^ __match_any_sync(same, idx % 2);
}

extern "C" cudaError_t launch_matches(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, int* X, int /*X_len*/, const int64_t* W,
                                      int /*W_len*/, const double* D, int /*D_len*/, const half* H,
                                      int /*H_len*/, const bool* B, int /*B_len*/, uint32_t* out,
                                      int /*out_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    matches<<<grid, block, shared_bytes, stream>>>(X, W, D, H, B, out);
    return cudaGetLastError();
}

// Some threads of a warp, by masks.
static __global__ void parts(int* X, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx >= n) return;
    int x = X[idx];
    if (int(threadIdx.x % 32) < 16) {
        x = __shfl_sync(0xffffu, x, 3);
        __syncwarp(0xffffu);
    } else {
        x = __shfl_xor_sync(0xffff0000u, x, 1);
    }
    const int mask = 0xff << (int(threadIdx.x % 32) / 8 * 8);
    X[idx] = x + reduce_add(mask, x);
}

extern "C" cudaError_t launch_parts(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, int* X, int /*X_len*/, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    parts<<<grid, block, shared_bytes, stream>>>(X, n);
    return cudaGetLastError();
}

// Threads leave a loop one by one.
static __global__ void rounds(int* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int n = X[idx] & 7;
    int total = 0;
    for (int i = 0; i < n; ++i) {
        if (i == 5) continue;
        const uint32_t alive = __activemask();
        total += __popc(alive);
        if (total > 100) break;
    }
    X[idx] = total;
}

extern "C" cudaError_t launch_rounds(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, int* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    rounds<<<grid, block, shared_bytes, stream>>>(X);
    return cudaGetLastError();
}
