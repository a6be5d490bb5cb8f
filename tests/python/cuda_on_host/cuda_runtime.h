#pragma once
// A stand-in for the header of the CUDA toolkit: kernels that it is included by are functions of the host.
// run() calls them for one thread after the other, and run_blocks() for the threads of a block in turns,
// which go from barrier to barrier. It has what kernels need whose threads do not work together in warps.

#include <cmath>
#include <csetjmp>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <ucontext.h>
#include <vector>

#define __global__
#define __device__
#define __shared__ static
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

static ucontext_t scheduler, *running; // that of the thread that runs

/// Calls `block_of_threads` once for each block of a grid. Returns false where a thread touches memory that
/// is not there, or a word that is not aligned, for which the compiler was told to trap.
template <typename Block>
bool guarded(const unsigned* grid, const unsigned* block, Block block_of_threads) {
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
                block_of_threads();
    }
    for (int i = 0; i < 4; ++i)
        sigaction(signals[i], &former[i], nullptr);
    return !fails;
}

/// The work of a thread. It refers to a function object of any type, so that the code that runs threads is
/// compiled once for all kernels.
class Thread {
  public:
    template <typename Function>
    Thread(const Function& function)
        : function(&function), call([](const void* f) { (*static_cast<const Function*>(f))(); }) {}

    void operator()() const { call(function); }

  private:
    const void* function;
    void (*call)(const void*);
};

/// Calls `thread` once for each thread of a grid.
static bool run(const unsigned* grid, const unsigned* block, const Thread& thread) {
    return guarded(grid, block, [&] {
        for (threadIdx.y = 0; threadIdx.y < block[1]; ++threadIdx.y)
            for (threadIdx.x = 0; threadIdx.x < block[0]; ++threadIdx.x)
                thread();
    });
}

static void enter(unsigned high, unsigned low) {
    (*reinterpret_cast<const Thread*>(uintptr_t(high) << 32 | low))();
}

/// Does the same where threads wait for those of their block. The last ones run first.
static bool run_blocks(const unsigned* grid, const unsigned* block, const Thread& thread) {
    struct Place {
        ucontext_t context;
        uint3 index;
        std::vector<char> stack = std::vector<char>(size_t{1} << 16);
        bool has_ended = false;
    };
    return guarded(grid, block, [&] {
        std::deque<Place> threads;
        for (unsigned y = 0; y < block[1]; ++y)
            for (unsigned x = 0; x < block[0]; ++x) {
                Place& place = threads.emplace_front();
                place.index = {x, y, 0};
                getcontext(&place.context);
                place.context.uc_stack = {place.stack.data(), 0, place.stack.size()};
                place.context.uc_link = nullptr;
            }
        const auto whole = [&] {
            thread();
            for (Place& place : threads)
                if (&place.context == running) place.has_ended = true;
            setcontext(&scheduler);
        };
        const Thread begin = whole;
        const auto address = reinterpret_cast<uintptr_t>(&begin);
        for (Place& place : threads)
            makecontext(&place.context, reinterpret_cast<void (*)()>(enter), 2, unsigned(address >> 32),
                        unsigned(address));
        for (bool goes_on = true; goes_on;) {
            goes_on = false;
            for (Place& place : threads) {
                if (place.has_ended) continue;
                goes_on = true;
                threadIdx = place.index;
                running = &place.context;
                swapcontext(&scheduler, running);
            }
        }
    });
}

} // namespace on_host

static inline void __syncthreads() {
    swapcontext(on_host::running, &on_host::scheduler);
}
