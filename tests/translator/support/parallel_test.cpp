#include "translator/support/parallel.h"

#include <doctest/doctest.h>

#include <atomic>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace cudapy;

TEST_CASE("parallel: each piece of work is done once") {
    for (const std::size_t count : {0, 1, 2, 3, 100, 10000}) {
        std::vector<std::atomic<int>> done(count);
        in_parallel(count, [&](std::size_t i) { ++done[i]; });
        std::set<int> times;
        for (const auto& each : done)
            times.insert(each);
        CHECK(times == (count == 0 ? std::set<int>{} : std::set<int>{1}));
    }
}

TEST_CASE("parallel: one piece is done by the caller's thread") {
    std::thread::id thread;
    in_parallel(1, [&](std::size_t) { thread = std::this_thread::get_id(); });
    CHECK(thread == std::this_thread::get_id());
}

TEST_CASE("parallel: of several exceptions the first piece's is thrown, and what runs is awaited") {
    for (int round = 0; round < 20; ++round) {
        std::atomic<int> running = 0;
        const auto work = [&](std::size_t i) {
            ++running;
            if (i < 3) std::this_thread::yield();
            --running;
            if (i >= 3) throw std::runtime_error(std::to_string(i));
        };
        CHECK_THROWS_WITH_AS(in_parallel(1000, work), "3", std::runtime_error);
        CHECK(running == 0);
    }
}

TEST_CASE("parallel: work may ask for more of it") {
    std::atomic<int> done = 0;
    in_parallel(40, [&](std::size_t) { in_parallel(50, [&](std::size_t) { ++done; }); });
    CHECK(done == 2000);
}
