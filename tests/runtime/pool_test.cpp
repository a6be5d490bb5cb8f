#include "runtime/cpu/cpu_pool.h"
#include "runtime/launch/block_shape.h"
#include "runtime/launch/kernel.h"
#include "runtime/support/interruption.h"
#include "tests/runtime/helpers.h"

#include <doctest/doctest.h>

#include <cfenv>
#include <cstddef>
#include <cstring>
#include <set>
#include <thread>
#include <vector>

using namespace cudapy::runtime;
using namespace cudapy::runtime::testing;

namespace {

/// Calls `visit(x, y, z)` for every thread that an entry point asked so must run.
template <typename Visit>
void each_thread(const CpuRange& range, Visit visit) {
    for (int64_t b = range.first_block; b < range.end_block; ++b) {
        int64_t at[3] = {b % range.grid[0], b / range.grid[0] % range.grid[1],
                         b / range.grid[0] / range.grid[1]};
        for (int64_t z = at[2] * range.block[2]; z < std::min((at[2] + 1) * range.block[2], range.threads[2]);
             ++z)
            for (int64_t y = at[1] * range.block[1];
                 y < std::min((at[1] + 1) * range.block[1], range.threads[1]); ++y)
                for (int64_t x = at[0] * range.block[0];
                     x < std::min((at[0] + 1) * range.block[0], range.threads[0]); ++x)
                    visit(x, y, z);
    }
}

/// slots[0]: a counter for each thread; slots[1]: how much to work.
void count_visits(const CpuRange* range, void* const* slots) {
    auto* counts = *static_cast<std::atomic<int>**>(slots[0]);
    int work = *static_cast<int*>(slots[1]);
    each_thread(*range, [&](int64_t x, int64_t y, int64_t z) {
        volatile double sum = 0;
        for (int i = 0; i < work; ++i)
            sum = sum + i;
        counts[(z * range->threads[1] + y) * range->threads[0] + x].fetch_add(1, std::memory_order_relaxed);
    });
}

CpuRange range_of(const Extent& threads, const Extent& block) {
    Extent grid = grid_of(threads, block);
    CpuRange range{};
    for (int axis = 0; axis < 3; ++axis) {
        range.threads[axis] = threads[axis];
        range.block[axis] = block[axis];
        range.grid[axis] = grid[axis];
    }
    return range;
}

const KernelCode test_code{"test"};

/// How many of the threads did not run exactly once.
int64_t wrong_visits(const Extent& threads, const Extent& block, int work, CpuCost& cost,
                     bool cuttable = false) {
    std::vector<std::atomic<int>> counts(threads[0] * threads[1] * threads[2]);
    auto* data = counts.data();
    void* slots[] = {&data, &work};
    run_blocks(count_visits, range_of(threads, block), slots, cost, test_code, cuttable);
    int64_t wrong = 0;
    for (const auto& count : counts)
        wrong += count != 1;
    return wrong;
}

} // namespace

TEST_CASE("every thread runs exactly once") {
    for (int work : {0, 200})
        for (Extent threads : {Extent{1, 1, 1},
                               {63, 1, 1},
                               {100000, 1, 1},
                               {777, 333, 1},
                               {1, 1000, 1},
                               {33, 17, 29},
                               {5, 1, 4000}})
            for (unsigned axes : {1u, 3u, 7u}) {
                CpuCost cost;
                for (int repeat = 0; repeat < 3;
                     ++repeat) { // what the first launch measures steers those after it
                    for (bool cuttable : {false, true}) {
                        CHECK(wrong_visits(threads, cpu_block(threads, axes, 4), work, cost, cuttable) == 0);
                        CHECK(wrong_visits(threads, gpu_block(threads, axes, 1024), work, cost, cuttable) ==
                              0);
                    }
                }
            }
}

TEST_CASE("a wrong idea of what a thread costs harms nothing but speed") {
    for (float known : {0.0f, 1e-30f, 1e-3f, 1e3f, 1e30f}) {
        CpuCost cost;
        cost.nanoseconds = known;
        CHECK(wrong_visits({50000, 1, 1}, {512, 1, 1}, 20, cost) == 0);
        cost.nanoseconds = known;
        CHECK(wrong_visits({50000, 1, 1}, {8192, 1, 1}, 20, cost, true) == 0);
        cost.nanoseconds = known;
        CHECK(wrong_visits({500, 1, 1}, {500, 1, 1}, 20, cost, true) == 0);
    }
}

TEST_CASE("launches from several threads at once") {
    std::atomic<int64_t> wrong{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            CpuCost cost;
            for (int repeat = 0; repeat < 30; ++repeat)
                wrong += wrong_visits({20000, 1, 1}, {256, 1, 1}, 50, cost);
        });
    for (std::thread& thread : threads)
        thread.join();
    CHECK(wrong == 0);
}

TEST_CASE("each thread begins with the same blocks at every launch") {
    CHECK(in_child([] {
              Variable eight("CUDAPY_NUM_THREADS", "8");
              // On a machine with much to do, a thread may come when others have begun its share, so that
              // more launches are made. Eight threads come in the same order by chance once in thousands.
              for (int turn = 0; turn < 20; ++turn) {
                  const auto first = first_threads(8), second = first_threads(8);
                  const std::set<std::thread::id> different(first.begin(), first.end());
                  if (first == second && different.size() == 8 && first[0] == std::this_thread::get_id())
                      return std::string("the same");
              }
              return std::string("others");
          }) == "the same");
}

TEST_CASE("a kernel that turned out to be little work runs on the calling thread again") {
    CHECK(in_child([] {
              Variable sixteen("CUDAPY_NUM_THREADS", "16");
              CpuCost cost;
              cost.nanoseconds = 1e6f; // so that the first launch wakes all threads
              // A machine with much to do may let a launch take long, so that more are made.
              for (int launch = 0; launch < 500; ++launch) {
                  const auto threads = threads_of_blocks(64, cost, std::chrono::milliseconds(0));
                  const std::set<std::thread::id> different(threads.begin(), threads.end());
                  if (launch > 0 && different == std::set{std::this_thread::get_id()})
                      return std::string("alone");
              }
              return std::string("with others");
          }) == "alone");
}

TEST_CASE("each of few blocks that take long has a thread of its own") {
    CHECK(in_child([] {
              Variable sixteen("CUDAPY_NUM_THREADS", "16");
              CpuCost cost;
              // A machine with much to do may let a thread come too late, so that more launches are made.
              for (int launch = 0; launch < 20; ++launch) {
                  cost.nanoseconds = 1e6f;
                  const auto threads = threads_of_blocks(8, cost, std::chrono::milliseconds(20));
                  if (std::set(threads.begin(), threads.end()).size() == 8) return std::string("8");
                  std::this_thread::sleep_for(std::chrono::milliseconds(20)); // all threads sleep then
              }
              return std::string("fewer");
          }) == "8");
}

TEST_CASE("blocks may wait for those before them") {
    constexpr std::size_t count = 3000;
    std::vector<std::atomic<int>> sums(count);
    auto* data = sums.data();
    void* slots[] = {&data};
    for (int repeat = 0; repeat < 5; ++repeat) {
        for (auto& sum : sums)
            sum = 0;
        CpuCost cost;
        cost.nanoseconds = 1e6f;
        run_blocks(
            [](const CpuRange* range, void* const* in) {
                auto* const here = *static_cast<std::atomic<int>* const*>(in[0]);
                for (int64_t block = range->first_block; block < range->end_block; ++block) {
                    while (block > 0 && here[block - 1] == 0)
                        std::this_thread::yield();
                    here[block] = block == 0 ? 1 : here[block - 1] + 1;
                }
            },
            range_of({count, 1, 1}, {1, 1, 1}), slots, cost, test_code);
        CHECK(sums[count - 1] == int(count));
    }
}

TEST_CASE("a launch inside a kernel runs on its thread") {
    struct Shared {
        std::atomic<int64_t> wrong{0}, runs{0};
    } shared;
    Shared* pointer = &shared;
    void* slots[] = {&pointer};
    CpuCost cost;
    cost.nanoseconds = 1e6f;
    run_blocks(
        [](const CpuRange* range, void* const* in) {
            auto* result = *static_cast<Shared* const*>(in[0]);
            for (int64_t b = range->first_block; b < range->end_block; ++b) {
                CpuCost inner;
                inner.nanoseconds = 1e6f;
                result->wrong += wrong_visits({5000, 1, 1}, {64, 1, 1}, 1, inner);
                ++result->runs;
            }
        },
        range_of({64, 1, 1}, {1, 1, 1}), slots, cost, test_code);
    CHECK(shared.wrong == 0);
    CHECK(shared.runs == 64);
}

TEST_CASE("a forked child launches with workers of its own") {
    CpuCost cost;
    CHECK(wrong_visits({100000, 1, 1}, {512, 1, 1}, 100, cost) == 0); // the parent's workers run
    for (int i = 0; i < 5; ++i)
        CHECK(in_child([] {
                  CpuCost own;
                  int64_t wrong = 0;
                  for (int repeat = 0; repeat < 5; ++repeat)
                      wrong += wrong_visits({100000, 1, 1}, {512, 1, 1}, 100, own);
                  return wrong == 0 ? std::string("right") : std::to_string(wrong) + " wrong";
              }) == "right");
}

TEST_CASE("a child forked while another thread launches") {
    std::atomic<bool> stop{false};
    std::thread launching([&] {
        CpuCost cost;
        while (!stop)
            wrong_visits({20000, 1, 1}, {256, 1, 1}, 50, cost);
    });
    for (int i = 0; i < 10; ++i)
        CHECK(in_child([] {
                  CpuCost own;
                  own.nanoseconds = 1e6f;
                  std::atomic<int> count{0};
                  auto* pointer = &count;
                  void* slots[] = {&pointer};
                  // No allocation that another thread's lock could hold up is made by the kernel itself.
                  run_blocks(
                      [](const CpuRange* range, void* const* in) {
                          **static_cast<std::atomic<int>* const*>(in[0]) +=
                              int(range->end_block - range->first_block);
                      },
                      range_of({10000, 1, 1}, {1, 1, 1}), slots, own, test_code);
                  return std::to_string(count);
              }) == "10000");
    stop = true;
    launching.join();
}

TEST_CASE("a launch that is interrupted ends between two blocks") {
    static std::atomic<int> asked{0}, blocks{0};
    static const int all = 400 * usable_cores();
    const auto run = [] {
        CpuCost cost;
        void* slots[] = {nullptr};
        run_blocks(
            [](const CpuRange* range, void* const*) {
                for (int64_t b = range->first_block; b < range->end_block; ++b) {
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                    ++blocks;
                }
            },
            range_of({all, 1, 1}, {1, 1, 1}), slots, cost, test_code);
    };
    set_interruption([] {
        ++asked;
        return true;
    });
    CHECK(error_of(run) == "interrupted: a launch was interrupted");
    CHECK(asked == 1);
    CHECK(blocks > 0);
    CHECK(blocks < all);
    blocks = 0;
    std::thread(run).join(); // another thread than the main one
    CHECK(blocks == all);
    set_interruption([] { return false; });
    blocks = 0;
    run();
    CHECK(blocks == all);
    set_interruption(nullptr);
}

TEST_CASE("a launch that is interrupted ends within a block that can be cut") {
    // Several pieces of 64 threads for each core, or all would have begun before anybody is asked.
    const int64_t cores = pool_cores();
    for (Extent threads :
         {Extent{256 * cores, 1, 1}, {4096 * cores, 1, 1}, {10, 200 * cores, 1}, {30, 30, 4 * cores}})
        for (float known : {0.0f, 0.1f, 1.0f, 1e6f}) {
            std::atomic<int> visits{0};
            auto* counter = &visits;
            void* slots[] = {&counter};
            CpuCost cost;
            cost.nanoseconds = known;
            set_interruption([] { return true; });
            CHECK(error_of([&] {
                      run_blocks(
                          [](const CpuRange* range, void* const* in) {
                              each_thread(*range, [&](int64_t, int64_t, int64_t) {
                                  std::this_thread::sleep_for(std::chrono::milliseconds(1));
                                  ++**static_cast<std::atomic<int>* const*>(in[0]);
                              });
                          },
                          range_of(threads, threads), slots, cost, test_code, true);
                  }) == "interrupted: a launch was interrupted");
            set_interruption(nullptr);
            CHECK(visits > 0);
            CHECK(visits < threads[0] * threads[1] * threads[2]);
        }
}

TEST_CASE("threads that take long after some that do not are interrupted, too, at every launch") {
    const int64_t all = 512 * pool_cores();
    for (int turn = 0; turn < 3; ++turn) {
        static CpuCost cost;
        static std::atomic<int> visits;
        visits = 0;
        void* slots[] = {nullptr};
        const auto guarded = [](const CpuRange* range, void* const*) {
            each_thread(*range, [&](int64_t x, int64_t, int64_t) {
                if (x < 200) return;
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
                ++visits;
            });
        };
        set_interruption([] { return true; });
        CHECK(error_of([&] {
                  run_blocks(guarded, range_of({all, 1, 1}, {256, 1, 1}), slots, cost, test_code, true);
              }) == "interrupted: a launch was interrupted");
        set_interruption(nullptr);
        CHECK(visits > 0);
        CHECK(visits < all - 200);
        run_blocks([](const CpuRange*, void* const*) {}, range_of({all, 1, 1}, {256, 1, 1}), slots, cost,
                   test_code, true);
    }
}

TEST_CASE("a launch that waits for another one's end can be interrupted") {
    static std::atomic<bool> begun{false}, stop{false};
    std::thread other([] {
        CpuCost cost;
        cost.nanoseconds = 1e6f; // worth the pool's turn from its first block
        void* slots[] = {nullptr};
        run_blocks(
            [](const CpuRange*, void* const*) {
                begun = true;
                while (!stop)
                    std::this_thread::yield();
            },
            range_of({2, 1, 1}, {1, 1, 1}), slots, cost, test_code);
    });
    while (!begun)
        std::this_thread::yield();
    set_interruption([] { return true; });
    CpuCost cost;
    cost.nanoseconds = 1e6f;
    CHECK(error_of([&] {
              wrong_visits({100, 1, 1}, {1, 1, 1}, 1, cost);
          }) == "interrupted: a launch was interrupted");
    set_interruption(nullptr);
    stop = true;
    other.join();
}

TEST_CASE("kernels round to nearest, whatever the launching thread does") {
    const int64_t all = 64 * pool_cores();
    std::vector<float> tiny(std::size_t(all), 1e-39f), results(tiny.size());
    const float half = 0.5f, third = 1.0f / 3.0f;
    float *in = tiny.data(), *out = results.data();
    void* slots[] = {&in, &out};
    CpuCost cost;
    cost.nanoseconds = 1e6f; // worth all workers
    std::fesetround(FE_DOWNWARD);
    run_blocks(
        [](const CpuRange* range, void* const* of) {
            each_thread(*range, [&](int64_t x, int64_t, int64_t) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
                volatile float value = (*static_cast<float**>(of[0]))[x], two = 2, one = 1, three = 3;
                const float halved = value / two;
                (*static_cast<float**>(of[1]))[x] = x % 2 ? halved : one / three;
            });
        },
        range_of({all, 1, 1}, {1, 1, 1}), slots, cost, test_code);
    const int rounding = std::fegetround();
    std::fesetround(FE_TONEAREST);
    CHECK(rounding == FE_DOWNWARD); // the thread has its own back
    int64_t wrong = 0;
    for (int64_t x = 0; x < all; ++x)
        wrong += results[std::size_t(x)] != (x % 2 ? tiny[0] * half : third);
    CHECK(wrong == 0);
}

#if defined(__x86_64__)
TEST_CASE("kernels keep subnormal numbers where the launching thread flushes them") {
    float value = 1e-39f;
    float* pointer = &value;
    void* slots[] = {&pointer};
    CpuCost cost;
    const unsigned before = __builtin_ia32_stmxcsr();
    __builtin_ia32_ldmxcsr(before | 0x8040); // flush to zero, subnormals are zero
    run_blocks(
        [](const CpuRange*, void* const* of) {
            volatile float halved = **static_cast<float**>(of[0]);
            halved = halved * 0.5f;
            **static_cast<float**>(of[0]) = halved;
        },
        range_of({1, 1, 1}, {1, 1, 1}), slots, cost, test_code);
    const unsigned after = __builtin_ia32_stmxcsr();
    __builtin_ia32_ldmxcsr(before);
    CHECK((after & 0x8040) == 0x8040);
    CHECK(value == 1e-39f * 0.5f);
}
#endif

TEST_CASE("CUDAPY_NUM_THREADS") {
    {
        Variable set("CUDAPY_NUM_THREADS", "3");
        CHECK(usable_cores() == 3);
    }
    for (const char* wrong : {"0", "-1", "many", "2x", "4097", "99999999999"}) {
        Variable set("CUDAPY_NUM_THREADS", wrong);
        CHECK(error_of([] { usable_cores(); }) == std::string("invalid_argument: CUDAPY_NUM_THREADS is \"") +
                                                      wrong + "\"; it must be a number from 1 to 4096");
    }
    Variable unset("CUDAPY_NUM_THREADS", std::nullopt);
    CHECK(usable_cores() >= 1);
    CHECK(usable_cores() <= int(std::thread::hardware_concurrency()));
    // More workers than cores, in a process that has no pool yet.
    CHECK(in_child([] {
              Variable eight("CUDAPY_NUM_THREADS", "8");
              CpuCost cost;
              int64_t wrong = 0;
              for (int repeat = 0; repeat < 20; ++repeat)
                  wrong += wrong_visits({30000, 1, 1}, {100, 1, 1}, 30, cost);
              return std::to_string(wrong);
          }) == "0");
}
