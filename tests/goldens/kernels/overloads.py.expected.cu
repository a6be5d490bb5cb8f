// Translated from overloads.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

// Python's min(a, b): a unless b is less.
static __device__ int64_t minimum(int64_t a, int64_t b)
{
    return b < a ? b : a;
}

// Python's max(a, b): a unless b is greater.
static __device__ int maximum(int a, int b)
{
    return b > a ? b : a;
}

// Python's max(a, b): a unless b is greater.
static __device__ int64_t maximum(int64_t a, int64_t b)
{
    return b > a ? b : a;
}

// Python's max(a, b): a unless b is greater.
static __device__ uint64_t maximum(uint64_t a, uint64_t b)
{
    return b > a ? b : a;
}

// atomicAdd for uint64_t, which CUDA has for unsigned long long.
static __device__ uint64_t atomic_add(uint64_t* address, uint64_t value)
{
    return uint64_t(atomicAdd(reinterpret_cast<unsigned long long*>(address), static_cast<unsigned long long>(value)));
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
