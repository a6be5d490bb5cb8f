// Which barriers can be seen to be reached by some threads only.

#include "tests/translator/check/checked.h"

#include <doctest/doctest.h>

using cudapy::test::checked;
using cudapy::test::kernel;

namespace {

/// The lines with a barrier that not all threads reach, `7 9`; those where it depends on sizes end with `?`.
std::string divergent(const std::string& text) {
    const std::string rendered = checked(text);
    std::string lines;
    const std::string before = "k.py:";
    for (std::size_t at = 0; (at = rendered.find(before, at)) != std::string::npos; ++at) {
        const std::size_t line = at + before.size();
        const std::size_t end = rendered.find(':', line);
        const std::size_t message = rendered.find(": ", end) + 2;
        const bool is_error = rendered.compare(message, 11, "error[E530]") == 0;
        if (!is_error && rendered.compare(message, 13, "warning[W920]") != 0) return rendered;
        lines += (lines.empty() ? "" : " ") + rendered.substr(line, end - line) + (is_error ? "" : "?");
    }
    return lines;
}

/// Of a kernel of an array and a number, whose body begins on line 3.
std::string divergent_body(const std::string& body) {
    return divergent(kernel("void (int* X, int n)", body));
}

} // namespace

TEST_CASE("barriers: conditions of the thread's coordinates") {
    CHECK(divergent_body("    if idx < n:\n        syncthreads()\n") == "4?");
    CHECK(
        divergent_body("    if X[0]:\n        pass\n    elif threadIdx.z:\n        n = 1\n    else:\n        "
                       "syncthreads()\n") == "8");
    CHECK(divergent_body(
              "    t = threadIdx.x * 2\n    while t < n:\n        syncthreads()\n        t += 1\n") == "5?");
    CHECK(divergent_body("    for i in range(n, idx, -1):\n        syncthreads()\n") == "4");
    CHECK(divergent_body(
              "    m = 0\n    if idx == 3:\n        m = n\n    if m > 0:\n        syncthreads()\n") == "7?");
}

TEST_CASE("barriers: conditions that are the same for all, or come from memory") {
    CHECK(divergent_body("    if blockIdx.x < n and gridDim.x > 1:\n        syncthreads()\n") == "");
    CHECK(divergent_body("    if X[idx] > 0:\n        syncthreads()\n") == "");
    CHECK(divergent_body("    t = threadIdx.x\n    X[t] = 1\n    t = n\n    while t > 0:\n        t -= 1\n"
                         "        syncthreads()\n") == "");
    CHECK(divergent_body(
              "    m = syncthreads_count(idx > 3)\n    for i in range(m):\n        syncthreads()\n") == "");
    CHECK(divergent_body("    for i in range(n):\n        if idx > i:\n            X[idx] += i\n        "
                         "syncthreads()\n") == "");
    CHECK(divergent_body("    for i in range(idx):\n        X[idx] += i\n    syncthreads()\n") == "");
}

TEST_CASE("barriers: jumps that some threads take") {
    // The threads that go on are all that are waited for.
    CHECK(divergent_body("    if idx >= n:\n        return\n    syncthreads()\n") == "");
    CHECK(divergent_body(
              "    while True:\n        syncthreads()\n        if idx > n:\n            break\n") == "4?");
    CHECK(divergent_body(
              "    for i in range(n):\n        syncthreads()\n        if idx > i:\n            continue\n"
              "        X[idx] = i\n") == "");
    CHECK(divergent_body(
              "    for i in range(n):\n        if idx > i:\n            continue\n        syncthreads()\n") ==
          "6?");
    CHECK(divergent_body(
              "    for i in range(n):\n        if idx > i:\n            break\n    syncthreads()\n") == "");
    CHECK(divergent_body("    for i in range(n):\n        if idx > i:\n            break\n    else:\n        "
                         "syncthreads()\n") == "7?");
}

TEST_CASE("barriers: functions are looked at with the arguments that they are given") {
    const std::string helper = R"(# wait : void (int n)
def wait(n):
    if n > 0:
        syncthreads()

# f : void (int* X, int n)
def f(X, n):
)";
    CHECK(divergent(helper + "    wait(n)\n    wait(X[idx])\n") == "");
    CHECK(divergent(helper + "    wait(n)\n    wait(idx)\n") == "4");
    CHECK(divergent(helper + "    if idx > 2:\n        wait(n)\n") == "9");
}

TEST_CASE("barriers: a call that evaluates nothing of a thread's own gives all threads the same") {
    CHECK(divergent(R"(# twice : int (int n)
def twice(n):
    return 2 * n

# f : void (int* X, int n)
def f(X, n):
    for i in range(twice(n)):
        syncthreads()
    for i in range(twice(idx)):
        syncthreads()
)") == "10");
}

TEST_CASE("barriers: loops over parts of arrays that are longer for some threads") {
    CHECK(divergent_body("    for x in X[:threadIdx.x]:\n        syncthreads()\n") == "4?");
    CHECK(divergent_body("    for x, y in zip(X, X[idx:]):\n        syncthreads()\n") == "4?");
    CHECK(divergent_body("    for i, x in enumerate(X[n:]):\n        syncthreads()\n") == "");
    CHECK(divergent_body("    m = 0\n    for i, x in enumerate(X[:idx]):\n        m = i\n    if m > 3:\n"
                         "        syncthreads()\n") == "7?");
    CHECK(divergent_body("    for x in X[:X[idx]]:\n        syncthreads()\n") == "");
}

TEST_CASE("barriers: functions are looked at with how long their arrays are") {
    const std::string helpers = R"(# each : void (int* X)
def each(X):
    for x in X:
        syncthreads()

# count : void (int[,] A)
def count(A):
    for i in range(A.shape[1]):
        each(A[i])

# rows : void (int[,] A)
def rows(A):
    for i in range(len(A)):
        syncthreads()

# size : int (int* X)
def size(X):
    return len(X)

# f : void (int[,] A, int* X, int n)
def f(A, X, n):
)";
    CHECK(divergent(helpers + "    each(X)\n    each(X[n:])\n    each(A[idx])\n    count(A)\n") == "");
    CHECK(divergent(helpers + "    each(X[:idx])\n") == "4?");
    CHECK(divergent(helpers + "    each(A[n, idx:])\n") == "4?");
    CHECK(divergent(helpers + "    count(A[idx:])\n") == "");
    CHECK(divergent(helpers + "    rows(A[idx:])\n") == "14?");
    CHECK(divergent(helpers + "    if size(X[idx:]) > 1:\n        syncthreads()\n") == "23?");
    CHECK(divergent(helpers + "    if size(A[idx]) > 1:\n        syncthreads()\n") == "");
    CHECK(divergent(helpers + "    Y = X[idx:]\n    for y in Y:\n        syncthreads()\n") == "24?");
}
