// Translated from struct_blocks.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

struct Pair
{
    int low;
    int64_t high;
};
//+ prelude not_launched
//+ prelude check_launch_x
//+ prelude allow_shared(48 * 1024 - 1032)

static __global__ void sizes(const Pair* A, Pair* B, int more_len, int last_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ Pair cache[64];
    extern __shared__ __align__(16) unsigned char shared_memory[];
    float* const more = reinterpret_cast<float*>(shared_memory);
    Pair* const last = reinterpret_cast<Pair*>((reinterpret_cast<size_t>(more + more_len) + 7) / 8 * 8);
    Pair own[2];
    const int t = threadIdx.x;
    const Pair& p = A[idx];
    Pair& mine = cache[t];
    Pair sum = {p.low, 0LL};
    cache[t] = p;
    own[0] = sum;
    more[t] = p.low + more[0];
    last[0] = p;
    __syncthreads();
    mine.low += 1;
    sum.high += cache[63 - t].low;
    __syncthreads();
    B[idx] = sum;
    B[idx].low = mine.low + own[0].low + p.low;
}

extern "C" cudaError_t launch_sizes(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const Pair* A, int /*A_len*/, Pair* B, int /*B_len*/,
                                    int more_len, int last_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    const cudaError_t error = allow_shared(reinterpret_cast<const void*>(sizes), shared_bytes);
    if (error != cudaSuccess) return error;
    sizes<<<grid, block, shared_bytes, stream>>>(A, B, more_len, last_len);
    return cudaGetLastError();
}
