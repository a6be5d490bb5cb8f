// Translated from bits.py by pycu2cu 0.1.0.

#include <cstdint>
#include <cuda_runtime.h>

// On an axis that a kernel guards, a grid needs a thread for every one asked for.
// More than 2^32 of them would have coordinates that repeat.
static bool covers(unsigned threads, unsigned grid, unsigned block)
{
    const unsigned long long launched = 1ULL * grid * block;
    return threads <= 0x7fffffff && launched >= threads && launched <= 0x100000000;
}

// On any other axis, it needs as many threads as were asked for, and no more.
static bool matches(unsigned threads, unsigned grid, unsigned block)
{
    return block == 1 && grid == threads;
}

static __global__ void counts(unsigned threads, int* I, int64_t* W, bool b)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    int x = I[idx];
    int64_t w = W[idx];
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
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    counts<<<grid, block, shared_bytes, stream>>>(threads.x, I, W, b);
    return cudaGetLastError();
}
