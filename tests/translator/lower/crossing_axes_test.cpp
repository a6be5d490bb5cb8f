#include "translator/lower/analysis/crossing_axes.h"

#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

namespace {

bool crosses(const std::string& body, bool is_checked = false) {
    Options options;
    options.target = Target::cpu;
    options.checked = is_checked;
    program::Program program = checked("# k : void (float[,] A, float[,] B)\ndef k(A, B):\n" + body, options);
    lower(program, options);
    program::validate(program, program::Stage::lowered);
    return program.functions.back()->crosses_axes;
}

} // namespace

TEST_CASE("crossing axes: a kernel that transposes runs in squares") {
    CHECK(crosses("    B[idx, idy] = A[idy, idx]\n"));
    CHECK(crosses("    B[idy, idx] = A[idx, idy]\n"));
    CHECK(crosses(
        "    i = idx\n    j = idy\n    if i < A.shape[1] and j < A.shape[0]:\n        B[i, j] = A[j, i]\n"));
    CHECK_FALSE(crosses("    B[idx, idy] = A[idy, idx]\n", true));
}

TEST_CASE("crossing axes: other kernels run row by row") {
    for (const char* body : {
             "    B[idy, idx] = A[idy, idx]\n", "    B[idx, 0] = A[idx, 1]\n",
             "    B[idx, idx] = A[idy, idx]\n",
             "    for i in range(4):\n        B[idx, idy] += A[i, idx]\n", // in strips
         }) {
        CAPTURE(body);
        CHECK_FALSE(crosses(body));
    }
}

} // namespace cudapy::lower
