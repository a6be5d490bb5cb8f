#include "translator/lower/analysis/transposed_accesses.h"

#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

namespace {

bool transposes(const std::string& body, bool is_checked = false) {
    Options options;
    options.target = Target::cpu;
    options.checked = is_checked;
    program::Program program = checked("# k : void (float[,] A, float[,] B)\ndef k(A, B):\n" + body, options);
    lower(program, options);
    program::validate(program, program::Stage::lowered);
    return program.functions.back()->has_transposed_accesses;
}

} // namespace

TEST_CASE("transposed accesses: a kernel that transposes runs in squares") {
    CHECK(transposes("    B[idx, idy] = A[idy, idx]\n"));
    CHECK(transposes("    B[idy, idx] = A[idx, idy]\n"));
    CHECK(transposes(
        "    i = idx\n    j = idy\n    if i < A.shape[1] and j < A.shape[0]:\n        B[i, j] = A[j, i]\n"));
    CHECK_FALSE(transposes("    B[idx, idy] = A[idy, idx]\n", true));
}

TEST_CASE("transposed accesses: other kernels run row by row") {
    for (const char* body : {
             "    B[idy, idx] = A[idy, idx]\n", "    B[idx, 0] = A[idx, 1]\n",
             "    B[idx, idx] = A[idy, idx]\n",
             "    for i in range(4):\n        B[idx, idy] += A[i, idx]\n", // in strips
         }) {
        CAPTURE(body);
        CHECK_FALSE(transposes(body));
    }
}

} // namespace cudapy::lower
