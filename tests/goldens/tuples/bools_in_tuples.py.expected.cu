// Translated from bools_in_tuples.py by pycu2cu 0.2.0.

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
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void marks(unsigned threads, const float* X, int* I, Mark* M, bool* B)
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
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    marks<<<grid, block, shared_bytes, stream>>>(threads.x, X, I, M, B);
    return cudaGetLastError();
}
