// Translated from merged_loads.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

struct Point
{
    int x;
    float y;
};
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void choice(unsigned threads, const uint32_t* A, int* S, double* R, bool c)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    S[idx] = (S[idx] * 5 + 3) & 511;
    R[idx] = c ? int(A[idx]) : S[0];
}

extern "C" cudaError_t launch_choice(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const uint32_t* A, int /*A_len*/, int* S,
                                     int /*S_len*/, double* R, int /*R_len*/, bool c)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    choice<<<grid, block, shared_bytes, stream>>>(threads.x, A, S, R, c);
    return cudaGetLastError();
}

static __global__ void branches(unsigned threads, const Point* P, int* S, double* R, bool c)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    S[idx] = (S[idx] * 5 + 3) & 511;
    int x = P[idx].x;
    if (c) {
        x = S[0];
    }
    R[idx] = x;
}

extern "C" cudaError_t launch_branches(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, const Point* P, int /*P_len*/, int* S,
                                       int /*S_len*/, double* R, int /*R_len*/, bool c)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    branches<<<grid, block, shared_bytes, stream>>>(threads.x, P, S, R, c);
    return cudaGetLastError();
}

static __global__ void joined(unsigned threads, const uint32_t* A, int* S, int64_t* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    S[idx] += 1;
    if (A[idx] > 2 && S[0] > 3) {
        R[idx] = 4;
    }
}

extern "C" cudaError_t launch_joined(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const uint32_t* A, int /*A_len*/, int* S,
                                     int /*S_len*/, int64_t* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    joined<<<grid, block, shared_bytes, stream>>>(threads.x, A, S, R);
    return cudaGetLastError();
}

static __device__ uint32_t first_of(const uint32_t* A, const int* S, bool c)
{
    if (c) return A[0];
    return uint32_t(S[0]);
}

static __global__ void called(unsigned threads, const uint32_t* A, int* S, int64_t* R, bool c)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    S[idx] += 1;
    R[idx] = first_of(A, S, c);
}

extern "C" cudaError_t launch_called(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const uint32_t* A, int /*A_len*/, int* S,
                                     int /*S_len*/, int64_t* R, int /*R_len*/, bool c)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    called<<<grid, block, shared_bytes, stream>>>(threads.x, A, S, R, c);
    return cudaGetLastError();
}

static __global__ void turns(unsigned threads, const uint32_t* A, int* S, int64_t* R, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    S[idx] += 1;
    int last = S[0];
    for (int i = 0; i < n; ++i) {
        last = int(A[i]);
    }
    R[idx] = last;
}

extern "C" cudaError_t launch_turns(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const uint32_t* A, int /*A_len*/, int* S,
                                    int /*S_len*/, int64_t* R, int /*R_len*/, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    turns<<<grid, block, shared_bytes, stream>>>(threads.x, A, S, R, n);
    return cudaGetLastError();
}

static __global__ void other_sizes(unsigned threads, const uint8_t* __restrict__ A, int* S, int64_t* R,
                                   bool c)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    S[idx] += 1;
    R[idx] = c ? A[idx] : S[0];
}

extern "C" cudaError_t launch_other_sizes(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                          cudaStream_t stream, const uint8_t* A, int /*A_len*/, int* S,
                                          int /*S_len*/, int64_t* R, int /*R_len*/, bool c)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    other_sizes<<<grid, block, shared_bytes, stream>>>(threads.x, A, S, R, c);
    return cudaGetLastError();
}

static __global__ void side_by_side(unsigned threads, const uint32_t* __restrict__ A, int* S, int S_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx < S_len) {
        S[idx] += int(A[idx]);
    }
}

extern "C" cudaError_t launch_side_by_side(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                           cudaStream_t stream, const uint32_t* A, int /*A_len*/, int* S,
                                           int S_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    side_by_side<<<grid, block, shared_bytes, stream>>>(threads.x, A, S, S_len);
    return cudaGetLastError();
}

static __global__ void only_written(unsigned threads, const uint32_t* __restrict__ A, int* S, bool c)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (c) {
        S[idx] = int(A[idx]);
    }
}

extern "C" cudaError_t launch_only_written(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                           cudaStream_t stream, const uint32_t* A, int /*A_len*/, int* S,
                                           int /*S_len*/, bool c)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    only_written<<<grid, block, shared_bytes, stream>>>(threads.x, A, S, c);
    return cudaGetLastError();
}
