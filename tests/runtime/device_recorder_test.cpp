// The recorder that emitted CUDA C++ has in checked mode (translator/emit/helpers/device_recorder.inc),
// compiled for the host: CMake takes its text out of the literal. What CUDA gives a thread is a variable
// here.

#include "runtime/include/cudapy/cuda_kernel.h"

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

namespace {

struct Dim {
    unsigned x = 0, y = 0, z = 0;
};
thread_local Dim threadIdx, blockIdx;
const Dim blockDim{64, 1, 1}, gridDim{4, 1, 1};

/// The shared memory of each block.
std::array<std::array<int, 16>, 4> shared_memory;

bool __isShared(const void* address) {
    const auto* at = static_cast<const char*>(address);
    const auto* begin = reinterpret_cast<const char*>(shared_memory.data());
    return at >= begin && at < begin + sizeof shared_memory;
}
bool __isLocal(const void*) {
    return false;
}
std::size_t __cvta_generic_to_shared(const void* address) {
    return static_cast<std::size_t>(static_cast<const char*>(address) -
                                    reinterpret_cast<const char*>(shared_memory[blockIdx.x].data()));
}
void __threadfence() {
    std::atomic_thread_fence(std::memory_order_seq_cst);
}
template <typename T>
T atomicCAS(T* at, T expected, T value) {
    __atomic_compare_exchange_n(at, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return expected;
}
unsigned atomicExch(unsigned* at, unsigned value) {
    return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);
}
unsigned atomicAdd(unsigned* at, unsigned value) {
    return __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST);
}
unsigned atomicMax(unsigned* at, unsigned value) {
    unsigned before = __atomic_load_n(at, __ATOMIC_SEQ_CST);
    while (before < value &&
           !__atomic_compare_exchange_n(at, &before, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
    }
    return before;
}
/// What the other lanes have where a test lets them meet.
std::array<unsigned, 32> lanes;
unsigned __shfl_sync(unsigned, unsigned, int lane) {
    return lanes[static_cast<std::size_t>(lane)];
}

#define __device__
#define __noinline__
#define RECORDER recorder
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include "device_recorder_text.h"
#pragma GCC diagnostic pop
#undef __noinline__
#undef __device__

using namespace cudapy::generated;
using Device = ::CudaRecorder;

constexpr unsigned reading = 1, writing = 2, atomic = 3, exchange = 4, shared_array = 5, other_writing = 6,
                   reading_half = 7, writing_half = 8;

/// A launch of 4 blocks of 64 threads, whose accesses a test makes one by one.
struct Launch {
    std::array<int, 8> X{};
    std::vector<Device::Place> places = {{1, 4, 0}, {2, 4, 0}, {3, 4, 0}, {4, 4, 0},
                                         {5, 4, 0}, {2, 4, 0}, {1, 2, 2}, {2, 2, 0}};
    std::vector<Device::Range> ranges;
    std::vector<Device::Cell> cells = std::vector<Device::Cell>(16), shared = std::vector<Device::Cell>(128);
    std::vector<Device::Thread> threads = std::vector<Device::Thread>(256);
    std::vector<Device::Finding> findings = std::vector<Device::Finding>(most_cuda_findings);
    std::vector<Device::Array> arrays = std::vector<Device::Array>(8);
    std::vector<unsigned long long> keys = std::vector<unsigned long long>(most_cuda_findings);

    explicit Launch(bool has_blocks = true, int shared_blocks = 4, long long granule = 4) {
        const auto begin = reinterpret_cast<long long>(X.data());
        ranges = {{begin, begin + static_cast<long long>(sizeof X), granule, 0}};
        shared_memory = {};
        recorder = {places.data(),
                    ranges.data(),
                    cells.data(),
                    threads.data(),
                    shared.data(),
                    arrays.data(),
                    findings.data(),
                    keys.data(),
                    32,
                    1,
                    4,
                    shared_blocks,
                    has_blocks ? 1 : 0,
                    1,
                    0};
        for (const unsigned block : {0U, 1U, 2U, 3U}) {
            be(block, 0);
            recorder.declare(shared_array, shared_memory[block].data(), sizeof shared_memory[block]);
        }
    }
    static void be(unsigned block, unsigned thread) {
        blockIdx.x = block;
        threadIdx.x = thread;
    }
    void access(unsigned block, unsigned thread, unsigned number, const int& element,
                const int* value = nullptr) const {
        be(block, thread);
        recorder.access(number, &element, value);
    }
    void barrier(unsigned block, bool is_of_grid = false) const {
        for (unsigned thread = 0; thread < 64; ++thread) {
            be(block, thread);
            recorder.barrier(is_of_grid);
        }
    }
    void grid_barrier() const {
        for (unsigned block = 0; block < 4; ++block)
            barrier(block, true);
    }
    void meet(unsigned block, unsigned mask) const {
        for (unsigned lane = 0; lane < 32; ++lane)
            lanes[lane] = threads[block * 64 + lane].clock;
        for (unsigned lane = 0; lane < 32; ++lane)
            if ((mask >> lane & 1) != 0) {
                be(block, lane);
                recorder.meet(mask);
            }
    }
    void fence(unsigned block, unsigned thread) const {
        be(block, thread);
        recorder.fence();
    }
    std::vector<Device::Finding> found(bool races) const {
        std::vector<Device::Finding> result;
        for (std::size_t i = 0; i < keys.size(); ++i)
            if (keys[i] != 0 && (findings[i].first.number != 0) == races) result.push_back(findings[i]);
        return result;
    }
    std::size_t races() const { return found(true).size(); }
    std::size_t unwritten() const { return found(false).size(); }
};

int& cache(unsigned block, std::size_t i) {
    return shared_memory[block][i];
}

} // namespace

TEST_CASE("device recorder: its structures are those that the runtime gives") {
    static_assert(sizeof(Device) == sizeof(cudapy::generated::CudaRecorder));
    static_assert(offsetof(Device, keys) == offsetof(cudapy::generated::CudaRecorder, keys));
    static_assert(offsetof(Device, knows_writes) == offsetof(cudapy::generated::CudaRecorder, knows_writes));
    static_assert(sizeof(Device::Place) == sizeof(CudaPlace) && sizeof(Device::Range) == sizeof(CudaRange));
    static_assert(sizeof(Device::Cell) == sizeof(CudaCell) && sizeof(Device::Thread) == sizeof(CudaThread));
    static_assert(sizeof(Device::Finding) == sizeof(CudaFinding) &&
                  sizeof(Device::Array) == sizeof(CudaArray));
    static_assert(offsetof(Device::Finding, has_before) == offsetof(CudaFinding, has_before));
    static_assert(offsetof(Device::Cell, reads) == offsetof(CudaCell, reads));
    static_assert(offsetof(Device::Access, release) == offsetof(CudaAccess, release));
    static_assert(offsetof(Device::Place, offset) == offsetof(CudaPlace, offset));
    static_assert(offsetof(Device::Array, begin) == offsetof(CudaArray, begin));
    CHECK(sizeof(Device::Cell) == 144); // docs/checked.md says so
}

TEST_CASE("device recorder: nothing is remembered without memory") {
    Launch launch;
    recorder = {};
    launch.access(0, 0, writing, launch.X[0]);
    launch.access(1, 0, writing, launch.X[0]);
    launch.barrier(0);
    launch.fence(0, 0);
    CHECK(launch.races() == 0);
}

TEST_CASE("device recorder: a barrier orders the threads of a block, in whichever order they come") {
    for (const bool has_barrier : {false, true})
        for (const unsigned first : {reading, writing})
            for (const bool is_shared : {false, true}) {
                Launch launch;
                int& element = is_shared ? cache(2, 3) : launch.X[3];
                launch.access(2, 9, writing, element);
                launch.barrier(2);
                launch.access(2, 9, first, element);
                if (has_barrier) launch.barrier(2);
                launch.access(2, 41, first == reading ? writing : reading, element);
                REQUIRE(launch.races() == (has_barrier ? 0 : 1));
                if (has_barrier) continue;
                const auto found = launch.found(true)[0];
                CHECK(found.first.number == first);
                CHECK(found.first.thread == 9);
                CHECK(found.second.thread == 41);
                CHECK(found.second.block == 2);
                CHECK(found.is_shared == (is_shared ? 1 : 0));
                CHECK(found.at == (is_shared ? 12 : reinterpret_cast<long long>(&element)));
            }
}

TEST_CASE("device recorder: of several readers a writer meets another one than itself") {
    for (const unsigned writer : {0U, 1U, 2U, 40U, 63U}) {
        Launch launch;
        for (unsigned thread = 0; thread < 64; ++thread)
            launch.access(0, thread, reading, launch.X[0]);
        launch.access(0, writer, writing, launch.X[0]);
        REQUIRE(launch.races() == 1);
        CHECK(launch.found(true)[0].first.thread != writer);
    }
    Launch launch; // and those that a barrier of the warp does not order
    launch.access(0, 1, reading, launch.X[0]);
    launch.access(0, 33, reading, launch.X[0]);
    launch.meet(0, 0xffffffff);
    launch.access(0, 2, writing, launch.X[0]);
    CHECK(launch.races() == 1);
}

TEST_CASE("device recorder: no barrier orders blocks but that of the grid") {
    for (const bool has_grid_barrier : {false, true}) {
        Launch launch;
        launch.access(0, 0, writing, launch.X[3]);
        launch.barrier(0);
        launch.barrier(1);
        if (has_grid_barrier) launch.grid_barrier();
        launch.access(1, 0, reading, launch.X[3]);
        CHECK(launch.races() == (has_grid_barrier ? 0 : 1));
    }
}

TEST_CASE("device recorder: a barrier of warps orders those that meet there") {
    Launch launch;
    launch.access(0, 3, writing, launch.X[0]);
    launch.meet(0, 0xf);
    launch.access(0, 0, reading, launch.X[0]);
    CHECK(launch.races() == 0);
    launch.access(0, 33, reading, launch.X[0]); // of another warp
    CHECK(launch.races() == 1);
}

TEST_CASE("device recorder: who met others before is later than all of them") {
    Launch launch;
    launch.meet(0, 0x3);
    launch.access(0, 0, writing, launch.X[0]);
    launch.meet(0, 0x5); // thread 2 was nowhere yet
    launch.access(0, 2, reading, launch.X[0]);
    CHECK(launch.races() == 0);
}

TEST_CASE("device recorder: atomic operations next to each other, and next to others") {
    for (const unsigned plain : {reading, writing})
        for (const bool is_first : {false, true}) {
            Launch launch;
            if (is_first) launch.access(3, 5, plain, launch.X[0]);
            for (const unsigned block : {0U, 1U, 2U}) {
                launch.access(block, 0, atomic, launch.X[0]);
                launch.access(block, 1, exchange, launch.X[0]);
            }
            CHECK(launch.races() == (is_first ? 2 : 0));
            if (!is_first) launch.access(3, 5, plain, launch.X[0]);
            CHECK(launch.races() != 0);
        }
}

TEST_CASE("device recorder: a fence and atomic operations carry what was written to another block") {
    for (const bool has_fence : {false, true}) {
        Launch launch;
        launch.access(0, 0, writing, launch.X[0]);
        if (has_fence) launch.fence(0, 0);
        launch.access(0, 0, atomic, launch.X[7]);
        launch.access(1, 0, atomic, launch.X[7]);
        launch.access(1, 0, reading, launch.X[0]);
        CHECK(launch.races() == (has_fence ? 0 : 1));
    }
    Launch launch; // which comes too early here
    launch.access(0, 0, atomic, launch.X[7]);
    launch.fence(0, 0);
    launch.access(0, 0, writing, launch.X[0]);
    launch.access(0, 0, atomic, launch.X[7]);
    launch.access(1, 0, atomic, launch.X[7]);
    launch.access(1, 0, reading, launch.X[0]);
    CHECK(launch.races() == 1);
}

TEST_CASE("device recorder: threads that do not work together are by themselves") {
    Launch launch(false);
    launch.access(0, 0, writing, launch.X[0]);
    launch.access(0, 0, reading, launch.X[0]);
    CHECK(launch.races() == 0);
    launch.fence(0, 1); // of another thread
    launch.access(0, 1, atomic, launch.X[7]);
    launch.access(0, 2, atomic, launch.X[7]);
    launch.access(0, 2, reading, launch.X[0]);
    CHECK(launch.races() == 1);
}

TEST_CASE("device recorder: shared memory begins with no values in each block") {
    Launch launch;
    launch.access(0, 0, writing, cache(0, 1));
    launch.access(0, 0, reading, cache(0, 1));
    launch.access(1, 0, exchange, cache(1, 1)); // does not ask what was there
    launch.access(1, 0, atomic, cache(1, 1));
    CHECK(launch.unwritten() == 0);
    launch.access(2, 7, reading, cache(2, 1));
    REQUIRE(launch.unwritten() == 1);
    CHECK(launch.found(false)[0].second.block == 2);
    CHECK(launch.found(false)[0].second.thread == 7);
    CHECK(launch.found(false)[0].at == 4);
    CHECK(launch.arrays[shared_array - 1].begin == 0);
    CHECK(launch.arrays[shared_array - 1].end == 64);
    CHECK(launch.races() == 0);
    launch.access(2, 8, atomic, cache(2, 2));
    CHECK(launch.unwritten() == 2);
}

TEST_CASE("device recorder: blocks take cells for shared memory from those before them") {
    Launch launch(true, 2); // blocks 0 and 2 have the same cells
    launch.access(0, 0, writing, cache(0, 1));
    launch.access(2, 1, reading, cache(2, 1));
    CHECK(launch.unwritten() == 1);
    CHECK(launch.races() == 0);
    launch.access(0, 6, reading, cache(0, 1)); // nothing is said of block 0 there any more
    launch.access(0, 7, writing, cache(0, 1));
    CHECK(launch.races() == 0);
    launch.access(2, 7, writing, cache(2, 1));
    CHECK(launch.unwritten() == 1);
    CHECK(launch.races() == 1);
}

TEST_CASE("device recorder: parts of elements are told apart") {
    Launch launch(true, 4, 2);
    launch.access(0, 0, writing_half, launch.X[0]);
    launch.access(0, 1, reading_half, launch.X[0]);
    CHECK(launch.races() == 0);
    launch.access(0, 2, reading, launch.X[0]);
    CHECK(launch.races() == 1);
}

TEST_CASE("device recorder: values that are written, and those that were there") {
    Launch launch;
    launch.X[1] = 7;
    for (const int value : {3, 5}) {
        launch.access(0, static_cast<unsigned>(value), value == 3 ? writing : other_writing, launch.X[1],
                      &value);
    }
    REQUIRE(launch.races() == 1);
    const auto found = launch.found(true)[0];
    CHECK(found.before == 7);
    CHECK(found.after == 5);
    CHECK(found.has_before == 1);
    CHECK(found.has_after == 1);
    CHECK(found.first.value == 3);
    CHECK(found.second.value == 5);
}

TEST_CASE("device recorder: each pair once, and as many as there is room for") {
    Launch launch;
    for (unsigned thread = 0; thread < 64; ++thread)
        launch.access(0, thread, writing, launch.X[2]);
    CHECK(launch.races() == 1);
    for (unsigned thread = 0; thread < 64; ++thread)
        launch.access(1, thread, reading, launch.X[2]);
    CHECK(launch.races() == 2);
}

TEST_CASE("device recorder: threads that run at the same time") {
    for (int round = 0; round < 20; ++round)
        for (const bool is_right : {false, true}) {
            Launch launch;
            std::vector<std::thread> threads;
            for (unsigned block = 0; block < 4; ++block)
                threads.emplace_back([&launch, block, is_right] {
                    for (unsigned thread = 0; thread < 64; ++thread)
                        for (std::size_t i = 0; i < 8; ++i) {
                            launch.access(block, thread, reading, launch.X[7 - i]);
                            if (thread == 0 && i == block && !is_right)
                                launch.access(block, thread, writing, launch.X[i]);
                        }
                });
            for (std::thread& each : threads)
                each.join();
            CHECK(launch.races() == (is_right ? 0 : 1));
            for (const auto& cell : launch.cells)
                CHECK(cell.version % 2 == 0);
        }
}
