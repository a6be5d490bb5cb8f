// Translated from print_formats.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cstdio>
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
