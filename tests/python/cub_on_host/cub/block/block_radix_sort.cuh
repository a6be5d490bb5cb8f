#pragma once
// A stand-in for CUB and for what kernels with barriers need of CUDA: a block's threads are threads of the
// host, and the blocks run one after the other, so that what a block shares may be static.

#include <algorithm>
#include <barrier>
#include <thread>
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
inline std::barrier<>* of_block = nullptr;

inline void __syncthreads() {
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

/// Calls a kernel for each thread of so many blocks of 256.
template <typename Kernel>
void launch(int blocks, Kernel kernel) {
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
