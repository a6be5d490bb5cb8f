#pragma once
// A stand-in for the header of the CUDA toolkit: kernels that it is included by are functions of the host,
// and run() calls them for one thread after the other. It has what kernels need whose threads know nothing of
// each other.

#include <cmath>
#include <csetjmp>
#include <csignal>
#include <cstddef>
#include <cstdint>

#define __global__
#define __device__
#define __forceinline__ inline

struct uint3 {
    unsigned x, y, z;
};
static uint3 threadIdx, blockIdx, blockDim, gridDim;

static inline float rsqrtf(float x) {
    return 1.0f / sqrtf(x);
}

static inline int atomicAdd(int* place, int value) {
    const int old = *place;
    *place = int(unsigned(old) + unsigned(value));
    return old;
}
static inline int atomicMax(int* place, int value) {
    const int old = *place;
    *place = old > value ? old : value;
    return old;
}

namespace on_host {

static sigjmp_buf before;

static void leave(int) {
    siglongjmp(before, 1);
}

/// Calls `thread` once for each thread of a grid. Returns false where one touches memory that is not there,
/// or a word that is not aligned, for which the compiler was told to trap.
template <typename Thread>
bool run(const unsigned* grid, const unsigned* block, Thread thread) {
    constexpr int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP};
    struct sigaction former[4], handler = {};
    handler.sa_handler = leave;
    for (int i = 0; i < 4; ++i)
        sigaction(signals[i], &handler, &former[i]);
    const bool fails = sigsetjmp(before, 1) != 0;
    if (!fails) {
        gridDim = {grid[0], grid[1], 1};
        blockDim = {block[0], block[1], 1};
        for (blockIdx.y = 0; blockIdx.y < grid[1]; ++blockIdx.y)
            for (blockIdx.x = 0; blockIdx.x < grid[0]; ++blockIdx.x)
                for (threadIdx.y = 0; threadIdx.y < block[1]; ++threadIdx.y)
                    for (threadIdx.x = 0; threadIdx.x < block[0]; ++threadIdx.x)
                        thread();
    }
    for (int i = 0; i < 4; ++i)
        sigaction(signals[i], &former[i], nullptr);
    return !fails;
}

} // namespace on_host
