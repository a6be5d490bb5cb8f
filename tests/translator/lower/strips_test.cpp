#include "translator/lower/cpu/strips.h"

#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

namespace {

/// Returns the last kernel's strip; null where it has none.
std::unique_ptr<program::Function> strip_of(const std::string& text, bool is_checked = false) {
    Options options;
    options.target = Target::cpu;
    options.checked = is_checked;
    options.stubs = is_checked; // without a recorder, which hears of one thread at a time
    program::Program program = checked(text, options);
    lower(program, options);
    program::validate(program, program::Stage::lowered);
    return std::move(program.functions.back()->strip);
}

/// The number of rows in the last kernel's strip; 0 where it has none.
int rows_of(const std::string& text, bool is_checked = false) {
    const auto strip = strip_of(text, is_checked);
    return strip ? strip->strip_rows : 0;
}

/// The number of threads of the last kernel's strip along x; 0 where it has none.
int width_of(const std::string& body) {
    const auto strip = strip_of(
        "import math\n# k : void (float[,] A, float* x, double[,] B, int n)\ndef k(A, x, B, n):\n" + body);
    return strip ? strip->strip_width : 0;
}

} // namespace

TEST_CASE("strips: several rows where each loads what the next one loads") {
    const std::string product = R"py(
# k : void (float[,] A, float[,] B, float[,] C)
def k(A, B, C):
    total = 0.0
    for i in range(A.shape[1]):
        total += A[idy, i] * B[i, idx]
    C[idy, idx] = total
)py";
    CHECK(rows_of(product) == tile_rows);
    CHECK(rows_of(product, true) == 1); // reports come in the order of threads
}

TEST_CASE("strips: one row where nothing is loaded again, or threads would part") {
    const std::string head = "# k : void (float[,] A, float[,] B, float[,] C, int n)\ndef k(A, B, C, n):\n";
    for (const char* body : {
             "    for i in range(n):\n        C[idy, idx] += A[idy, i]\n",
             "    for i in range(n):\n        C[0, idx] += A[i, idx]\n", // no y
             "    for i in range(idy):\n        C[idy, idx] += A[i, idx]\n",
             "    for i in range(n):\n        C[idy, idx] += A[i, idx] * threadIdx.x\n",
             "    a = local(float, 8)\n    for i in range(n):\n        a[i] = A[i, idx]\n    C[idy, idx] = "
             "a[0]\n",
         }) {
        CAPTURE(body);
        CHECK(rows_of(head + body) == 1);
    }
}

TEST_CASE("strips: threads that go along rows of their own take the elements of a cache line at a time") {
    for (const char* body : {
             "    for v in A[idx]:\n        x[idx] += v\n",
             "    for i in range(1, A.shape[1]):\n        x[idx] += A[idx, i] - A[idx, i - 1]\n",
             "    for i in range(n):\n        A[idx, i] = max(A[idx, i], x[i])\n",
             "    first = 2 * idx * A.shape[1]\n    for i in range(n):\n        x[idx] += A[0, first + i]\n",
         }) {
        CAPTURE(body);
        CHECK(width_of(body) == row_strip_width);
    }
}

TEST_CASE("strips: loops that vectors of threads go through as well") {
    for (const char* body : {
             "    for i in range(n):\n        x[idx] += A[i, idx]\n",              // side by side
             "    for i in range(n):\n        x[idx] += A[0, idx + i]\n",          // so are these
             "    for i in range(n):\n        x[idx] += A[idx, i] * x[idx + i]\n", // some are
             "    for i in range(n):\n        x[idx] += A[idx, 2 * i]\n",
             "    for i in range(0, n, 2):\n        x[idx] += A[idx, i]\n",
             "    for i in range(n):\n        x[idx] += math.sin(A[idx, i])\n", // is computed for several at
                                                                                // once
             "    for i in range(1, n):\n        x[idx] += A[idx, i]\n",        // n - 1 may not fit
             "    for i in range(n):\n        x[idx] += A[2, i]\n",
         }) {
        CAPTURE(body);
        CHECK(width_of(body) == strip_width);
    }
}

} // namespace cudapy::lower
