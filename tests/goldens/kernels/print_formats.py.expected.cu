// Translated from print_formats.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void report(unsigned threads, const float* __restrict__ X, int X_len,
                              const uint32_t* __restrict__ flags, double d)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx < X_len) {
        printf("X[%d] = %.3f flags %08x %12.4e|%-6d|%s\n", idx, X[idx], flags[idx], d, idx,
               X[idx] > 0.0f ? "True" : "False");
        printf("%.1f %3d len(X) = %d 100%% of {%d} a rather long text, which is = not broken, as no text is\n\n",
               double(idx), int(X[idx] > 0.0f), X_len, idx);
    }
}

extern "C" cudaError_t launch_report(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const float* X, int X_len, const uint32_t* flags,
                                     int /*flags_len*/, double d)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    report<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, flags, d);
    return cudaGetLastError();
}
