#include "translator/lower/cpu/lane_range.h"

#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

namespace {

/// The work-item loops after the barrier of a kernel that ends with these statements.
std::string lanes_of(const std::string& statements) {
    Options options;
    options.target = Target::cpu;
    program::Program program = checked(
        "# k : void (int* X, int n)\ndef k(X, n):\n    t = threadIdx.x\n    syncthreads()\n" + statements,
        options);
    lower(program, options);
    program::validate(program, program::Stage::lowered);
    const std::string text = program::print(*program.functions[0]->block);
    return text.substr(text.find('\n') + 1);
}

} // namespace

TEST_CASE("lane_range: only the first threads have something to do") {
    CHECK(lanes_of("    if t < n:\n        X[idx] = t\n") == R"(    lanes below (var.int n):
        declare const int t = threadIdx.x.int
        X[idx.int] = (var.int t)
)");
    CHECK(lanes_of("    if blockDim.x // 2 > threadIdx.x:\n        X[idx] = 1\n") ==
          R"(    lanes below (divide.int blockDim.x.int 2.int):
        X[idx.int] = 1.int
)");
    CHECK(lanes_of("    if t == 0:\n        # of the block\n        X[blockIdx.x] = 1\n") ==
          R"(    lanes below 1.int:
        # of the block
        X[blockIdx.x.int] = 1.int
)");
}

TEST_CASE("lane_range: other conditions stay") {
    const std::string by_memory = lanes_of("    if t < X[0]:\n        X[idx] = t\n");
    const std::string by_thread = lanes_of("    if t < idx - n:\n        X[idx] = t\n");
    const std::string otherwise =
        lanes_of("    if t < n:\n        X[idx] = t\n    else:\n        X[idx] = 0\n");
    const std::string and_more = lanes_of("    if t < n:\n        X[idx] = t\n    X[idx] += 1\n");
    for (const std::string& text : {by_memory, by_thread, otherwise, and_more}) {
        CAPTURE(text);
        CHECK(text.find("below") == std::string::npos);
    }
}

} // namespace cudapy::lower
