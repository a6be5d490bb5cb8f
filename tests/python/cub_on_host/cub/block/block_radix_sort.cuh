#pragma once
// A stand-in for CUB and for what kernels with barriers need of CUDA: a block's threads are threads of the
// host, which run at once, or run in turns from barrier to barrier on one of them. The blocks run one after
// the other, so that what a block shares may be static.

#include <algorithm>
#include <barrier>
#include <cstdint>
#include <thread>
#include <ucontext.h>
#include <vector>

#define __global__
#define __device__
#define __shared__ static
#define __launch_bounds__(most)

using std::min;

struct uint3 {
    unsigned x, y, z;
};
inline thread_local uint3 threadIdx, blockIdx;
inline std::barrier<>* of_block = nullptr;       // where threads run at once
inline ucontext_t scheduler, *running = nullptr; // where they run in turns

inline void __syncthreads() {
    if (running)
        swapcontext(running, &scheduler);
    else
        of_block->arrive_and_wait();
}
inline unsigned atomicAdd(unsigned* place, unsigned value) {
    return __atomic_fetch_add(place, value, __ATOMIC_RELAXED);
}

namespace cub {

struct NullType {};

/// Sorts what a block's threads hold, as CUB does: by some bits, and equal ones stay in their order.
template <typename K, int threads, int items, typename V = NullType>
class BlockRadixSort {
  public:
    struct TempStorage {
        K keys[threads * items];
        V values[threads * items];
        std::vector<int> order;
    };

    explicit BlockRadixSort(TempStorage& memory) : memory(memory) {}

    void SortBlockedToStriped(K (&keys)[items], int begin, int end) {
        V none[items] = {};
        SortBlockedToStriped(keys, none, begin, end);
    }

    void SortBlockedToStriped(K (&keys)[items], V (&values)[items], int begin, int end) {
        const int thread = threadIdx.x;
        std::copy(keys, keys + items, memory.keys + thread * items);
        std::copy(values, values + items, memory.values + thread * items);
        __syncthreads();
        if (thread == 0) sort(begin, end);
        __syncthreads();
        for (int i = 0; i < items; ++i) {
            const int from = memory.order[i * threads + thread];
            keys[i] = memory.keys[from];
            values[i] = memory.values[from];
        }
    }

  private:
    void sort(int begin, int end) {
        const K mask = K(~K(0)) >> (8 * sizeof(K) - (end - begin));
        memory.order.resize(threads * items);
        for (int i = 0; i < threads * items; ++i)
            memory.order[i] = i;
        std::stable_sort(memory.order.begin(), memory.order.end(), [&](int a, int b) {
            return (memory.keys[a] >> begin & mask) < (memory.keys[b] >> begin & mask);
        });
    }

    TempStorage& memory;
};

} // namespace cub

/// Calls a kernel for each thread of so many blocks of 256, which all run at once.
template <typename Kernel>
void launch_at_once(int blocks, Kernel kernel) {
    std::barrier<> barrier(256);
    of_block = &barrier;
    std::vector<std::thread> threads;
    for (unsigned thread = 0; thread < 256; ++thread)
        threads.emplace_back([&, thread] {
            threadIdx = {thread, 0, 0};
            for (int block = 0; block < blocks; ++block) {
                blockIdx = {unsigned(block), 0, 0};
                kernel();
                __syncthreads();
            }
        });
    for (std::thread& each : threads)
        each.join();
}

template <typename Call>
void enter(unsigned high, unsigned low) {
    (*reinterpret_cast<Call*>(uintptr_t(high) << 32 | low))();
}

struct Place {
    ucontext_t context;
    std::vector<char> stack = std::vector<char>(size_t{1} << 16);
    bool has_ended;
};
inline std::vector<Place> places(256);
inline uint32_t random_bits = 1;

/// Does the same with threads that run in turns: from one barrier to the next either the first ones go first
/// or the last ones, at random, so that each of two threads which share something without a barrier comes too
/// early now and then.
template <typename Kernel>
void launch_in_turns(int blocks, Kernel kernel) {
    auto begin = [&] {
        kernel();
        places[threadIdx.x].has_ended = true;
        setcontext(&scheduler);
    };
    const auto address = reinterpret_cast<uintptr_t>(&begin);
    for (int block = 0; block < blocks; ++block) {
        blockIdx = {unsigned(block), 0, 0};
        for (Place& place : places) {
            place.has_ended = false;
            getcontext(&place.context);
            place.context.uc_stack = {place.stack.data(), 0, place.stack.size()};
            place.context.uc_link = nullptr;
            makecontext(&place.context, reinterpret_cast<void (*)()>(enter<decltype(begin)>), 2,
                        unsigned(address >> 32), unsigned(address));
        }
        for (int left = 256; left > 0;) {
            random_bits = random_bits * 1664525 + 1013904223;
            for (unsigned i = 0; i < 256; ++i) {
                threadIdx = {random_bits >> 31 ? 255 - i : i, 0, 0};
                Place& place = places[threadIdx.x];
                if (place.has_ended) continue;
                running = &place.context;
                swapcontext(&scheduler, running);
                left -= place.has_ended;
            }
        }
    }
    running = nullptr;
}

template <typename Kernel>
void launch(bool at_once, int blocks, Kernel kernel) {
    if (at_once)
        launch_at_once(blocks, kernel);
    else
        launch_in_turns(blocks, kernel);
}
