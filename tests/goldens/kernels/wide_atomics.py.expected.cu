// Translated from wide_atomics.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
#error "`take`: atomicExch of `float4`, which has 16 bytes, needs compute capability 9.0: compile with -arch=sm_90 or a later one"
#endif
//+ type complex128
//+ prelude not_launched
//+ prelude check_launch_x

// Leaves nothing there.
static __device__ float4 take(float4* slot)
{
    return atomicExch(&slot[0], make_float4(0.0f, 0.0f, 0.0f, 0.0f));
}

static __global__ void push(unsigned threads, ulonglong2* top, complex128* Z, float4* slots)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const ulonglong2 none = make_ulonglong2(0ULL, 0ULL);
    ulonglong2 old = atomicCAS(&top[0], none, none);
    ulonglong2 seen = atomicCAS(&top[0], old, make_ulonglong2(old.x + 1, uint64_t(old.y)));
    while (seen.x != old.x) {
        old = seen;
        seen = atomicCAS(&top[0], old, make_ulonglong2(old.x + 1, uint64_t(old.y)));
    }
    Z[idx] = atomicExch(&Z[0], {0.0, 2.0});
    slots[idx] = take(slots);
}

extern "C" cudaError_t launch_push(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, ulonglong2* top, int /*top_len*/, complex128* Z,
                                   int /*Z_len*/, float4* slots, int /*slots_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    push<<<grid, block, shared_bytes, stream>>>(threads.x, top, Z, slots);
    return cudaGetLastError();
}

static __global__ void block_best(float4* best)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float4 s[1];
    s[0] = best[0];
    __syncthreads();
    const float4 old = s[0];
    atomicCAS(&s[0], old, make_float4(float(idx), old.y, old.z, old.w));
    atomicExch(&s[0], old);
    __syncthreads();
    best[idx] = s[0];
}

extern "C" cudaError_t launch_block_best(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream, float4* best, int /*best_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    block_best<<<grid, block, shared_bytes, stream>>>(best);
    return cudaGetLastError();
}
