// Translated from bools_in_tuples.py by pycu2cu 0.1.0.

#include <cstdint>
#include <cuda_runtime.h>

struct Mark
{
    bool on;
    uint8_t kind;
};

struct bool_int
{
    bool first;
    int second;
};

struct bool_uint8
{
    bool first;
    uint8_t second;
};

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

static __global__ void marks(unsigned threads, const float* __restrict__ X, int* I, Mark* M, bool* B)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    bool_int flags = {true, 1};
    if (X[idx] > 0.0f) {
        flags = {bool((I[idx] != 0) ^ (X[idx] != 2.0f)), flags.second};
    }
    const bool_uint8 both = {bool((X[idx] > 1.0f) & (I[idx] != 0)), uint8_t(flags.first ? 3 : 4)};
    const bool_int either = {bool(flags.first ? !B[idx] : B[idx] | flags.first), flags.second};
    M[idx] = {bool(both.first ^ either.first), uint8_t(either.first ? 1 : 2)};
    B[idx] = both.first ^ true;
    I[idx] = both.second + either.second;
}

extern "C" cudaError_t launch_marks(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const float* X, int /*X_len*/, int* I, int /*I_len*/,
                                    Mark* M, int /*M_len*/, bool* B, int /*B_len*/)
{
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    marks<<<grid, block, shared_bytes, stream>>>(threads.x, X, I, M, B);
    return cudaGetLastError();
}
