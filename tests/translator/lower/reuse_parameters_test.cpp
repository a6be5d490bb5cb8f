#include "translator/lower/rewriting/reuse_parameters.h"

#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

namespace {

/// "variable is parameter" for each variable of the function that is one in C++, "len" before it for extents.
std::string reused(const std::string& text, const std::string& function) {
    program::Program program = checked(text);
    lower(program, {});
    std::string result;
    for (const auto& each : program.functions) {
        if (each->name != function) continue;
        for (const auto& variable : each->variables)
            if (variable->beginning)
                result += variable->name + " is " + (variable->beginning->axis ? "len " : "") +
                          variable->beginning->parameter->name + "\n";
    }
    return result;
}

const char* const swapping = R"py(
# relax : void (float* src, float* dst, int steps)
def relax(src, dst, steps):
    for _ in range(steps):
        dst[0] = src[0] + 1
        src, dst = dst, src


# k : void (float* X, float* Y)
def k(X, Y):
    relax(X, Y, 3)
)py";

} // namespace

TEST_CASE("reuse parameters: names that change in a helper are its parameters") {
    CHECK(reused(swapping, "relax") == "src is src\ndst is dst\n");
}

TEST_CASE("reuse parameters: an extent that changes with the name is reused, too") {
    CHECK(reused(R"py(
# total : float (float* part)
def total(part):
    sum = 0.0
    while len(part) > 0:
        sum += part[0]
        part = part[1:]
    return sum


# k : void (float* X, float* R)
def k(X, R):
    R[0] = total(X)
)py",
                 "total") == "part_now_len is len part\n");
}

TEST_CASE("reuse parameters: a read-only array of a kernel keeps its __restrict__") {
    CHECK(reused(R"py(
# k : void (float* X, float* Y, float* R)
def k(X, Y, R):
    for i in range(4):
        R[i] = X[i]
        X, Y = Y, X
)py",
                 "k")
              .empty());
}

TEST_CASE("reuse parameters: a name that begins as one that changes is a variable of its own") {
    CHECK(reused(R"py(
# walk : float (float* X, float* Y, int n)
def walk(X, Y, n):
    first = X
    for i in range(n):
        first[0] += X[0]
        X, Y = Y, X
    return first[0]


# k : void (float* X, float* Y)
def k(X, Y):
    X[1] = walk(X, Y, 3)
)py",
                 "walk") == "X is X\nY is Y\n");
}

} // namespace cudapy::lower
