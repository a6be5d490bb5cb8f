#include "translator/lower/cpu/guard_hoisting.h"

#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

namespace {

/// The last function, lowered for the host, printed without its head.
std::string limited(const std::string& text, bool is_checked = false) {
    Options options;
    options.target = Target::cpu;
    options.checked = is_checked;
    program::Program program = checked(text, options);
    lower(program, options);
    program::validate(program, program::Stage::lowered);
    const std::string printed = program::print(*program.functions.back());
    return printed.substr(printed.find('\n') + 1);
}

bool has_limits(const std::string& printed) {
    return printed.find("threads id") != std::string::npos;
}

} // namespace

TEST_CASE("guard hoisting: a guard around all that a kernel does") {
    CHECK(limited(R"py(
# k : void (float[,] u, float[,] v)
def k(u, v):
    h, w = u.shape
    # inside
    if 0 < idx < w - 1 and 1 <= idy and h - 1 > idy:
        v[idy, idx] = u[idy - 1, idx]
)py") == R"program(    threads idx >= 1.int
    threads idx < (sub.int (len.int u axis 1) 1.int)
    threads idy >= 1.int
    threads idy < (sub.int (len.int u) 1.int)
    # inside
    note
    v[(add.int (mul.int idy.int (len.int v axis 1)) idx.int)] = (load.float u (add.int (mul.int (sub.int idy.int 1.int) (len.int u axis 1)) idx.int))
)program");
}

TEST_CASE("guard hoisting: a thread that returns before it does anything") {
    CHECK(limited(R"py(
# k : void (float* X, int n, int m)
def k(X, n, m):
    i = blockIdx.x * blockDim.x + threadIdx.x
    if i >= n or i > m:
        return
    if X[i] < 0.0 or idy != 2:
        return
    X[i] = 0.0
)py") == R"program(    threads idx < (var.int n)
    threads idx <= (var.int m)
    declare const int i = (add.int (mul.int blockIdx.x.int blockDim.x.int) threadIdx.x.int)
    if (or.bool (lt.bool (load.float X (var.int i)) 0.float'0.0') (ne.bool idy.int 2.int)):
        return
    X[(var.int i)] = 0.float'0.0'
)program");
}

TEST_CASE("guard hoisting: what is left of a condition stays") {
    CHECK(limited(R"py(
# k : void (int* X, int n)
def k(X, n):
    if idx % 2 == 0 and idx < n and n <= idx:
        X[idx] = 0
)py") == R"program(    threads idx < (var.int n)
    threads idx >= (var.int n)
    if (eq.bool (remainder.int idx.int 2.int) 0.int):
        X[idx.int] = 0.int
)program");
}

TEST_CASE("guard hoisting: other guards stay") {
    for (const char* body : {
             "    if idx < n:\n        X[idx] = 0\n    else:\n        X[idx] = 1\n", // something for the
                                                                                     // others
             "    if idx < n:\n        X[idx] = 0\n    X[idx + 1] = 1\n",
             "    X[0] = 1\n    if idx < n:\n        X[idx] = 0\n",
             "    if idx < X[0]:\n        X[idx] = 0\n", // read in each thread
             "    n += 1\n    if idx < n:\n        X[idx] = 0\n",
             "    if idx < n or n == 3:\n        X[idx] = 0\n",
             "    if idx < n and n == 3:\n        return\n    X[idx] = 0\n",
             "    if idx + 1 < n:\n        X[idx] = 0\n",
             "    if threadIdx.x < n:\n        X[idx] = 0\n",
             "    if n < idx and n != threadIdx.x:\n        X[idx] = 0\n",    // vector loops begin elsewhere
             "    if n < idx:\n        X[idx] = int(math.sin(float(idx)))\n", // … with other results, perhaps
             "    assert n > 0\n    if idx < n:\n        X[idx] = 0\n",
             "    if idx < n:\n        X[idx] = 0\n    syncthreads()\n",
         }) {
        CAPTURE(body);
        CHECK_FALSE(has_limits(
            limited(std::string("import math\n\n# k : void (int* X, int n)\ndef k(X, n):\n") + body)));
    }
}

TEST_CASE("guard hoisting: not in checked mode, and not where others call the kernel") {
    const std::string kernel =
        "# k : void (int* X, int n)\ndef k(X, n):\n    if idx < n:\n        X[idx] = 0\n";
    CHECK(has_limits(limited(kernel)));
    CHECK_FALSE(has_limits(limited(kernel, true)));
    CHECK_FALSE(has_limits(limited("# f : void (int* X, int n)\ndef f(X, n):\n    k(X, n)\n\n" + kernel)));
}

} // namespace cudapy::lower
