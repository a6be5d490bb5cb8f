#include "translator/lower/threads/strips.h"

#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

namespace {

/// The number of rows in the last kernel's strip; 0 where it has none.
int rows_of(const std::string& text, bool is_checked = false) {
    Options options;
    options.target = Target::cpu;
    options.checked = is_checked;
    options.stubs = is_checked; // without a recorder, which hears of one thread at a time
    program::Program program = checked(text, options);
    lower(program, options);
    program::validate(program, program::Stage::lowered);
    const auto& strip = program.functions.back()->strip;
    return strip ? strip->strip_rows : 0;
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

} // namespace cudapy::lower
