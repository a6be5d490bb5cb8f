#include "translator/lower/threads/lane_order.h"

#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

namespace {

/// Whether the threads of a kernel with so many statements that each load and store an element may be
/// vectorised.
bool is_simd(int statements) {
    std::string text = "# k : void (int* X)\ndef k(X):\n";
    for (int i = 0; i < statements; ++i)
        text += "    X[idx] += " + std::to_string(i + 2) + "\n";
    Options options;
    options.target = Target::cpu;
    program::Program program = checked(text, options);
    lower(program, options);
    return program.functions[0]->simd;
}

} // namespace

TEST_CASE("lane_order: accesses of very long bodies are not compared with each other") {
    CHECK(is_simd(1));
    CHECK(is_simd(600));
    CHECK(!is_simd(800));
}

} // namespace cudapy::lower
