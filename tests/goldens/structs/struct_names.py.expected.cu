// Translated from struct_names.py by pycu2cu 0.2.0.

#include "struct_names.py.expected.h"

#include <cstdint>
#include <cuda_runtime.h>

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

static __global__ void names(unsigned threads, Empfu00e4_nger* bodies, int bodies_len, dim3_ one)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Empfu00e4_nger& e = bodies[idx];
    e.inner.new_2 = one.new_ + one.new_2;
    e.inner.gru00f6_u00df_e += e.delete_;
    e.inner.bodies = bodies_len;
}

extern "C" cudaError_t launch_names(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, Empfu00e4_nger* bodies, int bodies_len, dim3_ one)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    names<<<grid, block, shared_bytes, stream>>>(threads.x, bodies, bodies_len, one);
    return cudaGetLastError();
}
