#include "translator/lower/cpu/loop_carried_dependence.h"

#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

namespace {

/// Returns whether the threads of the first function of a text may be vectorised.
bool is_simd(const std::string& text) {
    Options options;
    options.target = Target::cpu;
    program::Program program = checked(text, options);
    lower(program, options);
    return program.functions[0]->simd;
}

/// Returns a kernel with so many statements that each load and store an element.
std::string long_kernel(int statements) {
    std::string text = "# k : void (int* X)\ndef k(X):\n";
    for (int i = 0; i < statements; ++i)
        text += "    X[idx] += " + std::to_string(i + 2) + "\n";
    return text;
}

/// Returns a kernel that calls a helper, which has the line.
std::string kernel_with_helper(const std::string& line) {
    return "# k : void (int* X)\ndef k(X):\n    X[idx] = inner(X[idx], X)\n\n"
           "# inner : int (int x, int* X)\ndef inner(x, X):\n    return outer(x, X) + 1\n\n"
           "# outer : int (int x, int* X)\ndef outer(x, X):\n    " +
           line + "\n    return x + 1\n";
}

} // namespace

TEST_CASE("loop-carried dependence: accesses of very long bodies are not compared with each other") {
    CHECK(is_simd(long_kernel(1)));
    CHECK(is_simd(long_kernel(600)));
    CHECK(!is_simd(long_kernel(800)));
}

TEST_CASE("loop-carried dependence: helpers that assert, print or are atomic keep the order") {
    CHECK(is_simd(kernel_with_helper("x += 2")));
    CHECK(!is_simd(kernel_with_helper("assert x < 5")));
    CHECK(!is_simd(kernel_with_helper("print(x)")));
    CHECK(!is_simd(kernel_with_helper("x = atomicAdd(X, 0, 2)")));
}

} // namespace cudapy::lower
