#include "runtime/tracer/trace_recorder.h"

#include "runtime/support/error.h"

#include <doctest/doctest.h>

#include <array>
#include <cstring>
#include <string>
#include <vector>

namespace {

using namespace cudapy::runtime;
using cudapy::generated::CpuRecorder;
using cudapy::generated::Step;

constexpr int reading = 1, field_by_field = 2, looping = 3, calling = 4, shared = 5;

/// A load of an int, a load of a struct of two fields, a loop, a call, and an array in shared memory.
std::vector<TracedPlace> places() {
    std::vector<TracedPlace> made(5);
    made[0].pieces = {{10, 0, 4}};
    made[1].pieces = {{11, 0, 4}, {12, 4, 2}};
    made[2].site = 13;
    made[3].site = 14;
    made[4].array = 1;
    return made;
}

/// A launch in blocks of 64 threads, whose accesses a test makes one by one.
struct Launch {
    std::array<int, 8> X{};
    std::array<int, 4> cache{}, own{};
    TraceRecorder all;
    CpuRecorder* recorder = all.recorder();

    explicit Launch(std::int64_t most = TraceRecorder::most_records)
        : all(places(), {{X.data(), sizeof X, 0}}, 64, false, most) {}
    void begin_block(int number) {
        recorder = all.recorder()->block(all.recorder(), number);
        recorder->declare(recorder, shared, cache.data(), sizeof cache);
    }
    void access(int thread, int number, const int& element) {
        recorder->thread = thread;
        recorder->access(recorder, number, &element, nullptr);
    }
    void step(int thread, int number, Step what) {
        recorder->thread = thread;
        recorder->step(recorder, number, static_cast<int>(what));
    }
    template <typename Record>
    static std::vector<Record> taken(TracedRecords<Record>& records) {
        std::vector<Record> made(records.count());
        records.move_to(made.data());
        return made;
    }
};

std::string text(const TracedAccess& access) {
    std::string made = "block " + std::to_string(access.block) + " warp " + std::to_string(access.warp);
    made += " lane " + std::to_string(access.lane) + " site " + std::to_string(access.site);
    made += " path " + std::to_string(access.path) + " array " + std::to_string(access.array);
    return made + " +" + std::to_string(access.offset) + " " + std::to_string(access.width) + " bytes";
}

std::vector<std::string> texts(TracedRecords<TracedAccess>& records) {
    std::vector<std::string> made;
    for (const TracedAccess& each : Launch::taken(records))
        made.push_back(text(each));
    return made;
}

} // namespace

TEST_CASE("trace recorder: accesses are in the order of blocks, warps, sites and lanes") {
    Launch launch;
    launch.begin_block(0);
    launch.access(33, reading, launch.X[2]);
    launch.access(1, field_by_field, launch.X[4]);
    launch.access(1, reading, launch.cache[3]);
    launch.access(0, reading, launch.X[1]);
    launch.access(0, reading, launch.own[0]); // a thread's own, which nobody asks about
    launch.begin_block(5);
    launch.access(0, reading, launch.X[0]);
    launch.all.finish();
    CHECK(texts(launch.all.accesses) == std::vector<std::string>{
                                            "block 0 warp 0 lane 0 site 10 path 0 array 0 +4 4 bytes",
                                            "block 0 warp 0 lane 1 site 10 path 0 array 1 +12 4 bytes",
                                            "block 0 warp 0 lane 1 site 11 path 0 array 0 +16 4 bytes",
                                            "block 0 warp 0 lane 1 site 12 path 0 array 0 +20 2 bytes",
                                            "block 0 warp 1 lane 1 site 10 path 0 array 0 +8 4 bytes",
                                            "block 5 warp 0 lane 0 site 10 path 0 array 0 +0 4 bytes",
                                        });
}

TEST_CASE(
    "trace recorder: threads that are in the same iteration of a loop, or in the same call, share a path") {
    Launch launch;
    launch.begin_block(0);
    for (const int thread : {0, 1}) {
        launch.step(thread, looping, Step::enter);
        for (int iteration = 0; iteration <= thread; ++iteration) {
            launch.step(thread, looping, Step::iteration);
            launch.access(thread, reading, launch.X[0]);
        }
        launch.step(thread, calling, Step::call);
        launch.step(thread, looping, Step::enter);
        launch.step(thread, calling, Step::back); // out of the loop, too
        launch.step(thread, looping, Step::end);
        launch.step(thread, looping, Step::leave);
        launch.access(thread, reading, launch.X[1]);
    }
    launch.all.finish();
    std::vector<std::string> lanes;
    for (const TracedAccess& each : Launch::taken(launch.all.accesses))
        lanes.push_back("path " + std::to_string(each.path) + " lane " + std::to_string(each.lane));
    const auto& paths = launch.all.paths();
    std::int32_t first = 0;
    for (std::size_t i = 1; i < paths.size(); ++i)
        if (paths[i].site == 13 && paths[i].before == 0 && paths[i].iteration == 1)
            first = static_cast<std::int32_t>(i);
    const std::int32_t second = paths[static_cast<std::size_t>(first)].next_iteration;
    CHECK(lanes == std::vector<std::string>{
                       "path 0 lane 0",
                       "path 0 lane 1",
                       "path " + std::to_string(first) + " lane 0",
                       "path " + std::to_string(first) + " lane 1",
                       "path " + std::to_string(second) + " lane 1",
                   });
    CHECK(Launch::taken(launch.all.decisions).size() == 5);
}

TEST_CASE("trace recorder: the threads of a block arrive at a barrier once") {
    Launch launch;
    launch.begin_block(3);
    for (const int thread : {0, 1, 2})
        launch.step(thread, looping, Step::barrier);
    launch.recorder->order(launch.recorder, static_cast<int>(cudapy::generated::Order::block));
    launch.recorder->order(launch.recorder, static_cast<int>(cudapy::generated::Order::block));
    launch.all.finish();
    const std::vector<TracedBarrier> barriers = Launch::taken(launch.all.barriers);
    REQUIRE(barriers.size() == 1);
    CHECK(barriers[0].block == 3);
    CHECK(barriers[0].site == 13);
}

TEST_CASE("trace recorder: what would be too many records is refused") {
    Launch launch(3);
    launch.begin_block(0);
    launch.access(0, field_by_field, launch.X[0]);
    launch.step(0, looping, Step::taken);
    CHECK_NOTHROW(launch.all.finish());
    CHECK(Launch::taken(launch.all.accesses).size() == 2);
    launch.access(0, reading, launch.X[0]);
    launch.begin_block(1); // which is not begun any more
    launch.access(0, reading, launch.X[0]);
    CHECK_THROWS_WITH_AS(
        launch.all.finish(),
        "a trace of this launch would have more than 3 accesses and decisions: launch it with "
        "fewer threads or less data",
        Error);
}
