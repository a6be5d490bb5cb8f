// Launches in a program that uses OpenMP itself.

#include "runtime/cpu/cpu_pool.h"
#include "runtime/cpu/openmp_team.h"
#include "tests/runtime/helpers.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

// These are libgomp's functions. g++ calls the first one for each parallel loop. clang++ compiles no such
// loops for libgomp, so that the tests call it themselves.
extern "C" {
void GOMP_parallel(void (*)(void*), void*, unsigned, unsigned);
int omp_get_max_threads();
int omp_get_thread_num();
void omp_set_num_threads(int);
}

using namespace cudapy::runtime;
using namespace cudapy::runtime::testing;

namespace {

using Threads = std::set<std::thread::id>;

std::mutex threads_mutex;

void note_thread(Threads& threads) {
    const std::lock_guard lock(threads_mutex);
    threads.insert(std::this_thread::get_id());
}

/// Calls `work` on each of OpenMP's threads.
template <typename Work>
void in_parallel(Work work) {
    GOMP_parallel([](void* data) { (*static_cast<Work*>(data))(); }, &work, 0, 0);
}

/// Returns the threads that run the program's own parallel loops.
Threads threads_of_openmp() {
    Threads threads;
    in_parallel([&] { note_thread(threads); });
    return threads;
}

/// Returns the threads that run a launch of many blocks, each of which takes a moment.
Threads threads_of_launch() {
    Threads threads;
    Threads* pointer = &threads;
    void* slots[] = {&pointer};
    CpuRange range{};
    for (int axis = 0; axis < 3; ++axis)
        range.threads[axis] = range.block[axis] = range.grid[axis] = 1;
    range.threads[0] = range.grid[0] = 64 * pool_cores();
    CpuCost cost;
    cost.nanoseconds = 1e6f;
    run_blocks(
        [](const CpuRange* part, void* const* in) {
            for (int64_t block = part->first_block; block < part->end_block; ++block) {
                note_thread(**static_cast<Threads* const*>(in[0]));
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
        },
        range, slots, cost, KernelCode{"test"});
    return threads;
}

bool is_within(const Threads& some, const Threads& all) {
    for (const std::thread::id& thread : some)
        if (!all.contains(thread)) return false;
    return true;
}

/// Sets how many threads OpenMP's loops have, as long as it lives.
class TeamOf {
  public:
    explicit TeamOf(int threads) : before_(omp_get_max_threads()) { omp_set_num_threads(threads); }
    ~TeamOf() { omp_set_num_threads(before_); }
    TeamOf(const TeamOf&) = delete;
    TeamOf& operator=(const TeamOf&) = delete;

  private:
    const int before_;
};

/// Returns whether the team is usable, and how often it called what it ran then.
std::string calls_of(OpenMpTeam& team) {
    if (!team.is_usable()) return "false";
    std::atomic<int> calls{0};
    team.run([](void* data) { ++*static_cast<std::atomic<int>*>(data); }, &calls);
    return "true " + std::to_string(calls);
}

} // namespace

TEST_CASE("a launch of the main thread runs on the threads of OpenMP's loops") {
    const TeamOf cores(pool_cores());
    const Threads openmp = threads_of_openmp();
    CHECK(openmp.size() == std::size_t(pool_cores()));
    const Threads launch = threads_of_launch();
    CHECK(launch.size() == openmp.size());
    CHECK(is_within(launch, openmp));
    CHECK(threads_of_openmp() == openmp);
}

TEST_CASE("each thread of OpenMP's begins with the part of its number") {
    if (pool_cores() == 1) return;
    const TeamOf cores(pool_cores());
    std::vector<std::thread::id> numbered(static_cast<std::size_t>(pool_cores()));
    in_parallel(
        [&] { numbered[static_cast<std::size_t>(omp_get_thread_num())] = std::this_thread::get_id(); });
    // On a machine with much to do, a thread may come when others have begun its part.
    bool same = false;
    for (int turn = 0; turn < 20 && !same; ++turn)
        same = first_threads(pool_cores()) == numbered;
    CHECK(same);
}

TEST_CASE("launches where the team would be another one run on threads of their own") {
    if (pool_cores() == 1) return; // no launch has other threads
    const TeamOf cores(pool_cores());
    const Threads openmp = threads_of_openmp();

    Threads elsewhere;
    std::thread([&] { elsewhere = threads_of_launch(); }).join();
    CHECK(!is_within(elsewhere, openmp));

    {
        const TeamOf more(pool_cores() + 1);
        const Threads larger = threads_of_openmp();
        CHECK(!is_within(threads_of_launch(), larger));
    }
}

TEST_CASE("a launch inside a parallel region has threads of its own, and all of them") {
    const TeamOf cores(pool_cores());
    Threads launch;
    in_parallel([&] {
        if (omp_get_thread_num() == 0) launch = threads_of_launch();
    });
    CHECK(launch.size() == std::size_t(pool_cores()));
}

TEST_CASE("a child that is forked after a launch launches on threads of its own") {
    const TeamOf cores(pool_cores());
    for (int turn = 0; turn < 3; ++turn) {
        CHECK(threads_of_launch().size() == std::size_t(pool_cores()));
        CHECK(in_child([] { return std::to_string(threads_of_launch().size()); }) ==
              std::to_string(pool_cores()));
        CHECK(threads_of_openmp().size() == std::size_t(pool_cores()));
    }
}

TEST_CASE("the team can be refused") {
    const TeamOf two(2);
    {
        OpenMpTeam team(2);
        CHECK(calls_of(team) == "true 2");
        OpenMpTeam of_three(3);
        CHECK(calls_of(of_three) == "false");
    }
    {
        Variable off("CUDAPY_OPENMP", "0");
        OpenMpTeam team(2);
        CHECK(calls_of(team) == "false");
    }
    Variable wrong("CUDAPY_OPENMP", "yes");
    CHECK(error_of([] { OpenMpTeam{2}; }) == "invalid_argument: CUDAPY_OPENMP is \"yes\"; it must be 0 or 1");
}

TEST_CASE("the team is used once so many threads have been busy before two launches") {
    const Variable unset("CUDAPY_OPENMP", std::nullopt);
    const TeamOf two(2);
    std::this_thread::sleep_for(std::chrono::milliseconds(200)); // the threads of the tests before sleep then
    {
        OpenMpTeam team(2);
        CHECK(calls_of(team) == "false");
    }
    std::atomic<bool> stop{false};
    std::thread busy([&] {
        while (!stop) {
        }
    });
    // A machine with much to do may let both threads run at once rarely, so other teams look again.
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    while (true) {
        OpenMpTeam team(2);
        CHECK(calls_of(team) == "false");
        const std::string calls = calls_of(team);
        if (calls != "true 2" && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            continue;
        }
        CHECK(calls == "true 2");
        stop = true;
        busy.join();
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        CHECK(calls_of(team) == "true 2"); // it is not asked again
        break;
    }
}

TEST_CASE("a team that found no busy threads looks again before long") {
    if (pool_cores() == 1) return; // where no two threads ever run at once
    const Variable unset("CUDAPY_OPENMP", std::nullopt);
    const TeamOf two(2);
    std::this_thread::sleep_for(std::chrono::milliseconds(200)); // the threads of the tests before sleep then
    OpenMpTeam team(2);
    int launches = 0;
    for (; launches < 1024; ++launches)
        CHECK(calls_of(team) == "false");
    std::atomic<bool> stop{false};
    std::thread busy([&] {
        while (!stop) {
        }
    });
    // It looks at the launch 2048 anyhow. A machine with much to do lets both threads run at once rarely: of
    // each two launches the first one looks, because it comes late, and the second one looks if the first one
    // saw busy threads.
    std::string calls = "false";
    for (; launches < 2040 && calls == "false"; launches += 2) {
        std::this_thread::sleep_for(std::chrono::milliseconds(110));
        calls = calls_of(team);
        if (calls == "false") calls = calls_of(team);
    }
    stop = true;
    busy.join();
    CHECK(calls == "true 2");
}

TEST_CASE("threads that sleep are not busy") {
    std::atomic<bool> stop{false};
    std::thread idle([&] {
        while (!stop)
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(200)); // those of the tests before sleep then
    int least = 1000;
    for (int turn = 0; turn < 20; ++turn)
        least = std::min(least, busy_threads());
    stop = true;
    idle.join();
    CHECK(least == 0);
}
