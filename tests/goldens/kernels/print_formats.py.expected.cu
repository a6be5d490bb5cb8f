// Translated from print_formats.py by pycu2cu 0.1.0.

#include <cstdint>
#include <cstdio>
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

static __global__ void report(unsigned threads, const float* __restrict__ X, int X_len,
                              const uint32_t* __restrict__ flags, double d)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx < X_len) {
        printf("X[%d] = %.3f flags %08x %12.4e|%-6d|%s\n", idx, X[idx], flags[idx], d, idx, X[idx] > 0.0f
            ? "True" : "False");
        printf("%.1f %3d len(X) = %d 100%% of {%d} a rather long text, which is = not broken, as no text is\n\n",
            double(idx), int(X[idx] > 0.0f), X_len, idx);
    }
}

extern "C" cudaError_t launch_report(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const float* X, int X_len, const uint32_t* flags,
                                     int /*flags_len*/, double d)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    report<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, flags, d);
    return cudaGetLastError();
}
