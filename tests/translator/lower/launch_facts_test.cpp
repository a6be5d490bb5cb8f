#include "translator/lower/analysis/launch_facts.h"

#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

#include <fmt/format.h>

namespace cudapy::lower {

namespace {

/// What is found of the last kernel: "A.0: idx 0..0; …", and the axes in the end.
std::string facts_of(const std::string& text, bool checked_mode = false) {
    Options options;
    options.checked = checked_mode;
    program::Program program = checked(text, options);
    analyse_mod_ref(program);
    find_launch_facts(program, checked_mode);
    const program::Function& kernel = *program.functions.back();
    std::string result;
    for (const auto& bound : kernel.launch.bounds)
        result += fmt::format("{}.{}: id{} {}..{}; ",
                              kernel.parameters[static_cast<std::size_t>(bound.parameter)]->name, bound.axis,
                              "xyz"[bound.coordinate], bound.least, bound.most);
    return result + fmt::format("axes {}", kernel.launch.depends_on_axes);
}

std::string facts_of_body(const std::string& body,
                          const std::string& parameters = "float* X, float[,] A, int n") {
    return facts_of("import math\n# k : void (" + parameters + ")\ndef k(X, A, n):\n" + body);
}

} // namespace

TEST_CASE("launch facts: a coordinate and a constant") {
    CHECK(facts_of_body("    X[idx] = 1.0\n") == "X.0: idx 0..0; axes 1");
    CHECK(facts_of_body("    X[idx] = X[idx + 2] + X[1 + idx] * X[idx - 3]\n") == "X.0: idx -3..2; axes 1");
    CHECK(facts_of_body("    A[idy, idx] += 1.0\n") == "A.0: idy 0..0; A.1: idx 0..0; axes 3");
    CHECK(facts_of_body("    A[idx, idy + 1] = 1.0\n") == "A.0: idx 0..0; A.1: idy 1..1; axes 3");
    CHECK(facts_of_body("    A[0, idx] = A[n, idy]\n") == "A.1: idx 0..0; A.1: idy 0..0; axes 3");
    CHECK(facts_of_body("    A[idx, 0] = A[idy - 1, -1]\n") == "A.0: idx 0..0; A.0: idy -1..-1; axes 3");
    CHECK(facts_of_body("    i = idx + 1\n    X[i] = X[i - 1]\n") == "X.0: idx 0..1; axes 1");
    CHECK(facts_of_body("    x, y = idx, idy\n    A[y, x] = 0.0\n") ==
          "A.0: idy 0..0; A.1: idx 0..0; axes 3");
    CHECK(facts_of_body("    a = b = idx\n    X[a] = X[b + 1]\n") == "X.0: idx 0..1; axes 1");
    CHECK(facts_of_body("    X[int64(idx)] = 1.0\n") == "X.0: idx 0..0; axes 1");
    CHECK(facts_of_body("    atomicAdd(X, idx, 1.0)\n") == "X.0: idx 0..0; axes 1");
    CHECK(facts_of("# k : void (int[,,] V)\ndef k(V):\n    V[idz, idy, idx] = 1\n") ==
          "V.0: idz 0..0; V.1: idy 0..0; V.2: idx 0..0; axes 7");
}

TEST_CASE("launch facts: what is not certain does not count") {
    CHECK(facts_of_body("    if idx < len(X):\n        X[idx] = 1.0\n") == "axes 1");
    CHECK(facts_of_body("    if idx >= len(X):\n        return\n    X[idx] = 1.0\n") == "axes 1");
    CHECK(facts_of_body("    for i in range(n):\n        X[idx] += 1.0\n") == "axes 1");
    CHECK(facts_of_body(
              "    for i in range(n):\n        if i == idx:\n            return\n    X[idx] = 1.0\n") ==
          "axes 1");
    CHECK(facts_of_body("    if n > idx and X[idx] > 0.0:\n        X[0] = 1.0\n") == "axes 1");
    CHECK(facts_of_body("    X[0] = X[idx] if idx < n else 0.0\n") == "axes 1");
    CHECK(facts_of_body("    X[0] = 1.0 if 0 < idx < X[idx] else 2.0\n") == "axes 1");
    CHECK(facts_of_body("    i = idx\n    i = i % n\n    X[i] = 1.0\n") == "axes 1");
    CHECK(facts_of_body("    i = idx\n    if n > 3:\n        i = 0\n    X[i] = 1.0\n") == "axes 1");
    CHECK(facts_of_body("    X[idx * 2] = X[n + idx] + X[idx % n] + X[idx + idy] + X[-idx]\n") == "axes 3");
    CHECK(facts_of_body("    X[int8(idx)] = 1.0\n") == "axes 1");
    CHECK(facts_of_body("    assert idx < len(X)\n    X[idx] = 1.0\n") == "axes 1");
    CHECK(facts_of_body("    n = n + idx\n    X[n] = 1.0\n") == "axes 1");
    CHECK(facts_of("# k : void (float* X)\ndef k(X):\n    X[idx] = 1.0\n", true) == "axes 1");
}

TEST_CASE("launch facts: what a condition or a loop asks for is certain") {
    CHECK(facts_of_body("    if X[idx] > 0.0:\n        X[0] = 1.0\n") == "X.0: idx 0..0; axes 1");
    CHECK(facts_of_body("    while X[idx] > 0.0:\n        X[0] = 1.0\n") == "X.0: idx 0..0; axes 1");
    CHECK(facts_of_body("    for i in range(int(X[idx])):\n        X[0] = 1.0\n    X[idx + 1] = 0.0\n") ==
          "X.0: idx 0..1; axes 1");
}

TEST_CASE("launch facts: helpers") {
    const std::string helpers = R"py(
# load : float (float* X, int i)
def load(X, i):
    return X[i + 1]

# own : void (float* X)
def own(X):
    X[idx] += 1.0

# guarded : void (float* X)
def guarded(X):
    if idx >= len(X):
        return
    X[idx] += 1.0

# asserting : void (int i)
def asserting(i):
    assert i > 0

# endless : int (float* X, int n)
def endless(X, n):
    return endless(X, n) + int(X[idx + n])
)py";
    const auto facts = [&](const std::string& body) {
        return facts_of(helpers + "\n# k : void (float* X)\ndef k(X):\n" + body);
    };
    CHECK(facts("    X[0] = load(X, idx + 2)\n") == "X.0: idx 3..3; axes 1");
    CHECK(facts("    own(X)\n") == "X.0: idx 0..0; axes 1");
    CHECK(facts("    guarded(X)\n    X[idx + 5] = 1.0\n") == "X.0: idx 5..5; axes 1");
    CHECK(facts("    own(X[2:])\n") == "axes 1");
    CHECK(facts("    asserting(idx)\n    X[idx] = 1.0\n") == "axes 1");
    CHECK(facts("    if X[0] > 1.0:\n        asserting(idx)\n    X[idx] = 1.0\n") == "axes 1");
    CHECK(facts("    X[0] = endless(X, 1)\n") == "X.0: idx 1..1; axes 1");
}

TEST_CASE("launch facts: along which axes threads are told apart") {
    CHECK(facts_of_body("    X[0] = 1.0\n") == "axes 0");
    CHECK(facts_of_body("    X[blockIdx.y] = blockDim.z\n") == "axes 2");
    CHECK(facts_of_body("    X[0] = laneid\n") == "axes 1");
    CHECK(facts_of_body("    pass\n") == "axes 7");
    CHECK(facts_of_body("    atomicAdd(X, 0, 1.0)\n") == "axes 7");
    CHECK(facts_of_body("    print(\"here\")\n") == "axes 7");
    CHECK(facts_of_body("    atomicAdd(X, n % (idx + 1), 1.0)\n") == "axes 1");
    CHECK(facts_of_body(
              "    c = shared(int, 4)\n    c[threadIdx.y % 4] = 1\n    syncthreads()\n    X[0] = c[0]\n") ==
          "axes 3");
    CHECK(facts_of_body("    for i in range(gridDim.x):\n        X[i] = gridDim.y\n") == "axes 0");
}

} // namespace cudapy::lower
