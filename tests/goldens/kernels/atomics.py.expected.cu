// Translated from atomics.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_runtime.h>
//+ type bfloat16
//+ helper operator*(float2, float)
//+ helper minimum(int)
//+ helper atomic_add(int64)
//+ helper atomic_add(float2)
//+ helper atomic_add(float4)
//+ helper atomic_sub(int64)
//+ helper atomic_min(int64)
//+ helper atomic_max(int64)
//+ helper atomic_and(int64)
//+ helper atomic_or(int64)
//+ helper atomic_xor(int64)
//+ helper atomic_exchange(int64)
//+ helper atomic_exchange(double)
//+ helper atomic_compare_exchange(int16)
//+ helper atomic_compare_exchange(int64)
//+ helper shared_add(float2)
//+ helper load_volatile
//+ prelude not_launched
//+ prelude check_launch_x

// Counts values into bins.
static __global__ void histogram(unsigned threads, int* H, const int* X, int X_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx < X_len) {
        atomicAdd(&H[X[idx]], 1);
    }
}

extern "C" cudaError_t launch_histogram(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, int* H, int /*H_len*/, const int* X, int X_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    histogram<<<grid, block, shared_bytes, stream>>>(threads.x, H, X, X_len);
    return cudaGetLastError();
}

static __global__ void block_histogram(int* H, const int* X, int X_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int bins[64];
    const int t = threadIdx.x;
    if (t < 64) {
        bins[t] = 0;
    }
    __syncthreads();
    if (idx < X_len) {
        atomicAdd(&bins[X[idx]], 1);
    }
    __syncthreads();
    if (t < 64) {
        atomicAdd(&H[t], bins[t]);
    }
}

extern "C" cudaError_t launch_block_histogram(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                              cudaStream_t stream, int* H, int /*H_len*/, const int* X,
                                              int X_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    block_histogram<<<grid, block, shared_bytes, stream>>>(H, X, X_len);
    return cudaGetLastError();
}

static __global__ void every(unsigned threads, int* I, int I_len, int64_t* W, float* F, double* D, int v)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    I[0] = atomicAdd(&I[idx], v);
    atomicSub(&I[0], v);
    atomicMin(&I[1], v);
    atomicMax(&I[2], v);
    atomicAnd(&I[3], v);
    atomicOr(&I[4], v);
    atomicXor(&I[I_len - 1], v);
    const int atomicExch_result = atomicExch(&I[6], v);
    I[1] = atomicExch_result + atomicCAS(&I[7], v, 0);
    W[1] = atomic_add(&W[0], v);
    atomic_sub(&W[0], v);
    atomic_min(&W[0], v);
    atomic_max(&W[0], 5000000000LL);
    atomic_and(&W[0], v);
    atomic_or(&W[0], v);
    atomic_xor(&W[0], v);
    atomic_exchange(&W[0], v);
    if (atomic_compare_exchange(&W[0], v, -1) == v) {
        W[2] = v;
    }
    atomicAdd(&F[0], 1.0f);
    F[1] = atomicExch(&F[0], v);
    atomicAdd(&D[0], F[1]);
    atomic_exchange(&D[0], 2.0);
}

extern "C" cudaError_t launch_every(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, int* I, int I_len, int64_t* W, int /*W_len*/,
                                    float* F, int /*F_len*/, double* D, int /*D_len*/, int v)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    every<<<grid, block, shared_bytes, stream>>>(threads.x, I, I_len, W, F, D, v);
    return cudaGetLastError();
}

// Types of 16 bits.
static __global__ void small(half* H, bfloat16* B, uint16_t* U, int16_t* S, float v)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    H[1] = atomicAdd(&H[0], half(v)) + half(1.0f);
    atomicAdd(&B[idx], bfloat16(v));
    atomicCAS(&U[0], 1, 2);
    if (atomic_compare_exchange(&S[1], S[0], -2) != -2) {
        S[0] = int16_t(S[0] + 1);
    }
    __shared__ half s[2];
    s[0] = half(0.0f);
    __syncthreads();
    atomicAdd(&s[0], H[idx]);
    B[0] = bfloat16(float(atomicAdd(&s[1], half(1.0f))));
}

extern "C" cudaError_t launch_small(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, half* H, int /*H_len*/, bfloat16* B, int /*B_len*/,
                                    uint16_t* U, int /*U_len*/, int16_t* S, int /*S_len*/, float v)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    small<<<grid, block, shared_bytes, stream>>>(H, B, U, S, v);
    return cudaGetLastError();
}

static __global__ void vectors(float2* P, float4* Q)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const float2 old = atomic_add(&P[0], P[idx] * 2.0f);
    Q[idx] = atomic_add(&Q[1], make_float4(1.0f, 2.0f, old.x, old.y));
    __shared__ float2 s[4];
    s[threadIdx.x] = P[idx];
    __syncthreads();
    add_components(&s[0], P[idx]);
    P[idx] = s[0];
}

extern "C" cudaError_t launch_vectors(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, float2* P, int /*P_len*/, float4* Q, int /*Q_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    vectors<<<grid, block, shared_bytes, stream>>>(P, Q);
    return cudaGetLastError();
}

static __global__ void votes(unsigned threads, int* A, int A_cols, float* B, int B_rows, int B_cols,
                             const int* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int row = idx * A_cols;
    atomicAdd(&A[idx * A_cols + X[idx]], 1);
    atomicAdd(&A[row + (A_cols - 1)], 2);
    atomicAdd(&A[X[idx]], 3);
    atomicAdd(&B[minimum(1, B_rows) * B_cols + idx], 0.5f);
}

extern "C" cudaError_t launch_votes(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, int* A, int /*A_rows*/, int A_cols, float* B,
                                    int B_rows, int B_cols, const int* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    votes<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_cols, B, B_rows, B_cols, X);
    return cudaGetLastError();
}

static __device__ int take(int* counter)
{
    return atomicAdd(&counter[0], 1);
}

static __global__ void queue(unsigned threads, int* counter, const int* items, int items_len, int* out)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    int at = take(counter);
    while (at < items_len) {
        out[at] = 2 * items[at];
        at = take(counter);
    }
}

extern "C" cudaError_t launch_queue(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, int* counter, int /*counter_len*/, const int* items,
                                    int items_len, int* out, int /*out_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    queue<<<grid, block, shared_bytes, stream>>>(threads.x, counter, items, items_len, out);
    return cudaGetLastError();
}

static __global__ void compact(unsigned threads, const float* X, float* out, int* count)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (X[idx] > 0.0f) {
        out[atomicAdd(&count[0], 1)] = X[idx];
    }
}

extern "C" cudaError_t launch_compact(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const float* X, int /*X_len*/, float* out,
                                      int /*out_len*/, int* count, int /*count_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    compact<<<grid, block, shared_bytes, stream>>>(threads.x, X, out, count);
    return cudaGetLastError();
}

static __global__ void order(unsigned threads, int* A, int* B)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int A_value = A[0];
    const int value = A_value - atomicAdd(&A[0], 1) * 2;
    B[idx] = value + A[0];
    B[atomicAdd(&A[1], 1)] += 1;
}

extern "C" cudaError_t launch_order(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, int* A, int /*A_len*/, int* B, int /*B_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    order<<<grid, block, shared_bytes, stream>>>(threads.x, A, B);
    return cudaGetLastError();
}

static __global__ void locked(unsigned threads, int* lock, int* A)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    while (atomicCAS(&lock[0], 0, 1) != 0) {
    }
    A[0] = 3 * A[0] + 1;
    __threadfence();
    atomicExch(&lock[0], 0);
}

extern "C" cudaError_t launch_locked(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, int* lock, int /*lock_len*/, int* A, int /*A_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    locked<<<grid, block, shared_bytes, stream>>>(threads.x, lock, A);
    return cudaGetLastError();
}

static __global__ void nearest(unsigned threads, const float* X, int X_len, int* best)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float total = 0.0f;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        total += fabsf(x - X[idx]);
    }
    atomicMin(&best[0], int(total));
}

extern "C" cudaError_t launch_nearest(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const float* X, int X_len, int* best,
                                      int /*best_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    nearest<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, best);
    return cudaGetLastError();
}
