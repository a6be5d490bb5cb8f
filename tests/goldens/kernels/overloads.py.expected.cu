// Translated from overloads.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ helper minimum(int64)
//+ helper maximum(int)
//+ helper maximum(int64)
//+ helper maximum(uint64)
//+ helper atomic_add(uint64)
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void wide(unsigned threads, const int* __restrict__ Q, int64_t* L, uint64_t* U)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    L[0] = maximum(Q[idx], 3) + int(maximum(int64_t(Q[idx] > 3 ? -1LL : 3LL), int64_t(75LL & 6)));
    L[1] = (Q[0] != 0 ? 5LL : 6LL) / maximum(int64_t(3LL + 1), L[0]);
    L[2] = llabs(L[1]) % (Q[1] != 0 ? 7LL : 3LL) + minimum(int64_t(llabs(L[0])), int64_t(5));
    U[0] = uint64_t(__brevll(Q[2] != 0 ? 5ULL : 6ULL));
    U[1] = maximum(atomic_add(&U[0], 1), uint64_t(2ULL | 1));
    L[3] = minimum(int64_t(L[0] & 4294967296LL), L[1]);
}

extern "C" cudaError_t launch_wide(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, const int* Q, int /*Q_len*/, int64_t* L,
                                   int /*L_len*/, uint64_t* U, int /*U_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    wide<<<grid, block, shared_bytes, stream>>>(threads.x, Q, L, U);
    return cudaGetLastError();
}
