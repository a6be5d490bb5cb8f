#include "runtime/race_detector/race_detector.h"

#include <doctest/doctest.h>

#include <array>
#include <vector>

namespace {

using namespace cudapy::runtime;
using cudapy::generated::CpuRecorder;
using cudapy::generated::Order;
using Kind = AccessPlace::Kind;

constexpr int reading = 1, writing = 2, atomic = 3, exchange = 4, shared = 5, local = 6, other_writing = 7;

std::vector<AccessPlace> places() {
    return {{Kind::read, 0, 4, 1},     {Kind::write, 0, 4, 1},  {Kind::atomic, 0, 4, 1},
            {Kind::exchange, 0, 4, 1}, {Kind::shared, 0, 4, 4}, {Kind::local, 0, 4, 4},
            {Kind::write, 0, 4, 1}};
}

/// A launch whose accesses a test makes one by one, on an array that it was given and one that is shared.
struct Launch {
    std::array<int, 8> X{};
    alignas(16) std::array<int, 4> cache{};
    RaceDetector detector{places(), {{X.data(), sizeof X, 4, {}}}, false};
    CpuRecorder* recorder = detector.recorder();

    void begin_block(int number) {
        recorder = detector.recorder()->block(detector.recorder(), number);
        recorder->declare(recorder, shared, cache.data(), sizeof cache);
    }
    void access(int thread, int number, const int& element, const int* value = nullptr) {
        recorder->thread = thread;
        recorder->access(recorder, number, &element, value);
    }
    void order(Order what, int thread = 0) {
        recorder->thread = thread;
        recorder->order(recorder, static_cast<int>(what));
    }
    void meet(std::vector<int> threads, unsigned mask) {
        for (const int thread : threads) {
            recorder->thread = thread;
            recorder->meet(recorder, mask);
        }
        order(Order::meeting);
    }
    std::size_t races() const {
        std::size_t count = 0;
        for (const Finding& finding : detector.findings())
            count += finding.kind == Finding::Kind::race ? 1 : 0;
        return count;
    }
};

} // namespace

TEST_CASE("race detector: a barrier orders the threads of a block, and nothing else does") {
    Launch launch;
    launch.begin_block(0);
    launch.access(0, writing, launch.cache[0]);
    launch.order(Order::block);
    launch.access(1, reading, launch.cache[0]);
    launch.access(2, reading, launch.cache[0]);
    CHECK(launch.detector.findings().empty());
    launch.access(2, writing, launch.cache[0]); // thread 1 reads it, too
    REQUIRE(launch.detector.findings().size() == 1);
    const Finding& found = launch.detector.findings()[0];
    CHECK(found.first.number == reading);
    CHECK(found.first.thread == 1);
    CHECK(found.second.number == writing);
    CHECK(found.second.thread == 2);
    CHECK(found.same_block);
    CHECK(found.declared == shared);
    CHECK(found.at == 0);
}

TEST_CASE("race detector: no barrier orders blocks but that of the grid") {
    Launch launch;
    launch.begin_block(0);
    launch.access(0, writing, launch.X[3]);
    launch.order(Order::block);
    launch.begin_block(1);
    launch.order(Order::block);
    launch.access(0, reading, launch.X[3]);
    REQUIRE(launch.races() == 1);
    CHECK(!launch.detector.findings()[0].same_block);
    CHECK(launch.detector.findings()[0].declared == 0);
}

TEST_CASE("race detector: the order in which threads run here does not matter") {
    for (const bool reader_first : {false, true}) {
        Launch launch;
        launch.access(0, reader_first ? reading : writing, launch.X[0]);
        launch.access(1, reader_first ? writing : reading, launch.X[0]);
        CHECK(launch.races() == 1);
    }
}

TEST_CASE("race detector: values that are written alike, and others") {
    for (const int value : {0, 5}) {
        Launch launch;
        launch.access(0, writing, launch.X[1], &value);
        launch.access(1, other_writing, launch.X[1], &value);
        REQUIRE(launch.races() == 1);
        const Finding& found = launch.detector.findings()[0];
        CHECK(found.has_after);
        CHECK(found.before == 0);
        CHECK(found.after == value);
    }
}

TEST_CASE("race detector: a barrier of warps orders those that meet there") {
    Launch launch;
    launch.begin_block(0);
    launch.access(3, writing, launch.X[0]);
    launch.meet({0, 1, 2, 3}, 0xf);
    launch.access(0, reading, launch.X[0]);
    CHECK(launch.races() == 0);
    launch.access(7, reading, launch.X[0]); // was not there
    CHECK(launch.races() == 1);
}

TEST_CASE("race detector: two groups of a warp meet apart") {
    Launch launch;
    launch.begin_block(0);
    launch.access(0, writing, launch.X[0]);
    launch.access(16, writing, launch.X[1]);
    for (const int thread : {0, 1, 16, 17}) {
        launch.recorder->thread = thread;
        launch.recorder->meet(launch.recorder, thread < 16 ? 0x3U : 0x30000U);
    }
    launch.order(Order::meeting);
    launch.access(1, reading, launch.X[0]);
    launch.access(17, reading, launch.X[1]);
    CHECK(launch.races() == 0);
    launch.access(1, reading, launch.X[1]);
    CHECK(launch.races() == 1);
}

TEST_CASE("race detector: atomic operations next to each other, and next to others") {
    Launch launch;
    for (const int thread : {0, 1, 2})
        launch.access(thread, atomic, launch.X[0]);
    launch.access(0, exchange, launch.X[0]);
    CHECK(launch.races() == 0);
    launch.access(5, reading, launch.X[0]);
    CHECK(launch.races() == 1);
}

TEST_CASE("race detector: a fence and atomic operations carry what was written to another block") {
    for (const bool has_fence : {false, true}) {
        Launch launch;
        launch.begin_block(0);
        launch.access(0, writing, launch.X[0]);
        if (has_fence) launch.order(Order::fence);
        launch.access(0, atomic, launch.X[7]);
        launch.begin_block(1);
        launch.access(0, atomic, launch.X[7]);
        launch.access(0, reading, launch.X[0]);
        CHECK(launch.races() == (has_fence ? 0 : 1));
    }
}

TEST_CASE("race detector: what is carried goes from hand to hand") {
    Launch launch;
    for (const int block : {0, 1, 2}) { // each waits for the one before it
        launch.begin_block(block);
        if (block > 0) launch.access(0, atomic, launch.X[static_cast<std::size_t>(block)]);
        if (block == 0) launch.access(0, writing, launch.X[0]);
        if (block == 2) launch.access(0, reading, launch.X[0]);
        launch.order(Order::fence);
        launch.access(0, atomic, launch.X[static_cast<std::size_t>(block) + 1]);
    }
    CHECK(launch.races() == 0);
}

TEST_CASE("race detector: a fence by itself carries nothing, and no atomic operation before it does") {
    Launch launch;
    launch.begin_block(0);
    launch.access(0, atomic, launch.X[7]);
    launch.access(0, writing, launch.X[0]);
    launch.order(Order::fence);
    launch.begin_block(1);
    launch.access(0, atomic, launch.X[7]);
    launch.access(0, reading, launch.X[0]);
    CHECK(launch.races() == 1);
}

TEST_CASE("race detector: shared and local memory begin without values, each time") {
    Launch launch;
    launch.begin_block(0);
    launch.access(0, writing, launch.cache[1]);
    launch.access(0, reading, launch.cache[1]);
    CHECK(launch.detector.findings().empty());
    launch.begin_block(1);
    launch.access(0, reading, launch.cache[1]);
    REQUIRE(launch.detector.findings().size() == 1);
    CHECK(launch.detector.findings()[0].kind == Finding::Kind::unwritten);
    CHECK(launch.detector.findings()[0].at == 4);

    Launch other;
    std::array<int, 2> own{};
    other.recorder->declare(other.recorder, local, own.data(), sizeof own);
    other.access(3, writing, own[0]);
    other.access(3, reading, own[0]);
    CHECK(other.detector.findings().empty());
    other.access(3, atomic, own[1]);
    REQUIRE(other.detector.findings().size() == 1);
    CHECK(other.detector.findings()[0].declared == local);
}

TEST_CASE("race detector: an exchange does not ask what was there") {
    Launch launch;
    launch.begin_block(0);
    launch.access(0, exchange, launch.cache[0]);
    launch.access(0, atomic, launch.cache[0]);
    CHECK(launch.detector.findings().empty());
}

TEST_CASE("race detector: what was written is remembered from launch to launch") {
    std::array<int, 2> X{};
    std::vector<bool> written(sizeof X);
    const GivenMemory memory{X.data(), sizeof X, 4, {X.data(), &written}};
    {
        RaceDetector first(places(), {memory}, false);
        first.recorder()->access(first.recorder(), writing, &X[0], nullptr);
        CHECK(first.findings().empty());
    }
    RaceDetector second(places(), {memory}, false);
    second.recorder()->access(second.recorder(), reading, &X[0], nullptr);
    CHECK(second.findings().empty());
    second.recorder()->access(second.recorder(), reading, &X[1], nullptr);
    CHECK(second.findings().size() == 1);
}

TEST_CASE("race detector: arguments that overlap are one memory") {
    std::array<int, 4> X{};
    RaceDetector detector(places(), {{X.data(), sizeof X, 4, {}}, {&X[1], 8, 4, {}}}, false);
    detector.recorder()->thread = 0;
    detector.recorder()->access(detector.recorder(), writing, &X[2], nullptr);
    detector.recorder()->thread = 1;
    detector.recorder()->access(detector.recorder(), reading, &X[2], nullptr);
    CHECK(detector.findings().size() == 1);
}
