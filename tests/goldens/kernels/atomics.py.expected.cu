// Translated from atomics.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_runtime.h>

using bfloat16 = __nv_bfloat16;

static __device__ inline float2 operator*(float2 a, float b)
{
    return make_float2(a.x * b, a.y * b);
}

// Python's min(a, b): a unless b is less.
static __device__ int minimum(int a, int b)
{
    return b < a ? b : a;
}

// atomicAdd for int64_t, which CUDA has for unsigned long long.
static __device__ int64_t atomic_add(int64_t* address, int64_t value)
{
    return int64_t(atomicAdd(reinterpret_cast<unsigned long long*>(address), static_cast<unsigned long long>(value)));
}

// atomicAdd for float2, which CUDA has from compute capability 9.0 on.
static __device__ float2 atomic_add(float2* address, float2 value)
{
#if __CUDA_ARCH__ >= 900
    return atomicAdd(address, value);
#else
    return make_float2(atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y));
#endif
}

// atomicAdd for float4, which CUDA has from compute capability 9.0 on.
static __device__ float4 atomic_add(float4* address, float4 value)
{
#if __CUDA_ARCH__ >= 900
    return atomicAdd(address, value);
#else
    return make_float4(atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y),
            atomicAdd(&address->z, value.z), atomicAdd(&address->w, value.w));
#endif
}

// atomicSub for int64_t, which CUDA has for unsigned long long.
static __device__ int64_t atomic_sub(int64_t* address, int64_t value)
{
    return int64_t(atomicAdd(reinterpret_cast<unsigned long long*>(address), 0 - static_cast<unsigned long long>(value)));
}

// atomicMin for int64_t, which CUDA has for long long.
static __device__ int64_t atomic_min(int64_t* address, int64_t value)
{
    return int64_t(atomicMin(reinterpret_cast<long long*>(address), static_cast<long long>(value)));
}

// atomicMax for int64_t, which CUDA has for long long.
static __device__ int64_t atomic_max(int64_t* address, int64_t value)
{
    return int64_t(atomicMax(reinterpret_cast<long long*>(address), static_cast<long long>(value)));
}

// atomicAnd for int64_t, which CUDA has for unsigned long long.
static __device__ int64_t atomic_and(int64_t* address, int64_t value)
{
    return int64_t(atomicAnd(reinterpret_cast<unsigned long long*>(address), static_cast<unsigned long long>(value)));
}

// atomicOr for int64_t, which CUDA has for unsigned long long.
static __device__ int64_t atomic_or(int64_t* address, int64_t value)
{
    return int64_t(atomicOr(reinterpret_cast<unsigned long long*>(address), static_cast<unsigned long long>(value)));
}

// atomicXor for int64_t, which CUDA has for unsigned long long.
static __device__ int64_t atomic_xor(int64_t* address, int64_t value)
{
    return int64_t(atomicXor(reinterpret_cast<unsigned long long*>(address), static_cast<unsigned long long>(value)));
}

// atomicExch for int64_t, which CUDA has for unsigned long long.
static __device__ int64_t atomic_exchange(int64_t* address, int64_t value)
{
    return int64_t(atomicExch(reinterpret_cast<unsigned long long*>(address), static_cast<unsigned long long>(value)));
}

// atomicExch for double: the one for unsigned long long, on the same bits.
static __device__ double atomic_exchange(double* address, double value)
{
    return __longlong_as_double(
        atomicExch(reinterpret_cast<unsigned long long*>(address), __double_as_longlong(value)));
}

// atomicCAS for int16_t, which CUDA has for unsigned short.
static __device__ int16_t atomic_compare_exchange(int16_t* address, int16_t expected, int16_t value)
{
    return int16_t(atomicCAS(reinterpret_cast<unsigned short*>(address), static_cast<unsigned short>(expected),
                       static_cast<unsigned short>(value)));
}

// atomicCAS for int64_t, which CUDA has for unsigned long long.
static __device__ int64_t atomic_compare_exchange(int64_t* address, int64_t expected, int64_t value)
{
    return int64_t(atomicCAS(reinterpret_cast<unsigned long long*>(address), static_cast<unsigned long long>(expected),
                       static_cast<unsigned long long>(value)));
}

// atomicAdd on each component of float2: CUDA's own is for global memory alone.
static __device__ float2 add_components(float2* address, float2 value)
{
    return make_float2(atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y));
}

// An element that another thread changes while this one looks again and again.
template <typename T>
static __device__ __forceinline__ T reread(const T& element)
{
    return *const_cast<const volatile T*>(&element);
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
    const int value = atomicExch(&I[6], v);
    I[1] = value + atomicCAS(&I[7], v, 0);
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
