// Translated from struct_names.py by pycu2cu 0.1.0.

#include "struct_names.py.expected.h"

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

static __global__ void names(unsigned threads, Empfu00e4_nger* bodies, int bodies_len, dim3_ one)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Empfu00e4_nger& e = bodies[idx];
    e.inner.new__ = one.new_ + one.new__;
    e.inner.gru00f6_u00df_e += e.delete_;
    e.inner.bodies = bodies_len;
}

extern "C" cudaError_t launch_names(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, Empfu00e4_nger* bodies, int bodies_len, dim3_ one)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    names<<<grid, block, shared_bytes, stream>>>(threads.x, bodies, bodies_len, one);
    return cudaGetLastError();
}
