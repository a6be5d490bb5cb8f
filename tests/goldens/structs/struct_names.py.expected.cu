// Translated from struct_names.py by pycu2cu 0.2.0.

#include "struct_names.py.expected.h"

#include <cstdint>
#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

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
