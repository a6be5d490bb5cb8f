#include "translator/lower/analysis/accesses.h"

#include "tests/translator/lower/lowered.h"
#include "translator/lower/statements/declarations.h"
#include "translator/lower/statements/for_each.h"
#include "translator/lower/statements/for_range.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

namespace {

/// Returns the access patterns of the first kernel, a line for each access.
std::string access_patterns(const std::string& text, unsigned axes) {
    program::Program program = checked(text);
    for (const auto& function : program.functions)
        lower_for_each(*function, program);
    analyse_mod_ref(program);
    for (const auto& function : program.functions)
        lower_for_range(*function);
    for (const auto& function : program.functions)
        lower_declarations(*function);
    std::string result;
    for (const Access& access : accesses_of(*program.functions.at(0)))
        result += text_of(access, axes) + "\n";
    return result;
}

} // namespace

TEST_CASE("accesses: a matrix product") {
    CHECK(access_patterns("# k : void (float[,] A, float[,] B, float[,] C)\n"
                          "def k(A, B, C):\n"
                          "    total = 0.0\n"
                          "    for i in range(A.shape[1]):\n"
                          "        total += A[idy, i] * B[i, idx]\n"
                          "    C[idy, idx] = total\n",
                          3) ==
          "A[idy * A.shape[1] + i]: read; idx: the same element; idy: A.shape[1] apart; i: neighbours\n"
          "B[idx + B.shape[1] * i]: read; idx: neighbours; idy: the same element; i: B.shape[1] apart\n"
          "C[idx + idy * C.shape[1]]: written; idx: neighbours; idy: C.shape[1] apart\n");
}

TEST_CASE("accesses: under a condition of coordinates, and of data") {
    CHECK(access_patterns("# k : void (float* X, float* Y, int n)\n"
                          "def k(X, Y, n):\n"
                          "    if 0 < idx < n - 1:\n"
                          "        Y[idx] = X[idx - 1]\n"
                          "    if X[idx] > 0:\n"
                          "        Y[2 * idx] += 1.0\n",
                          1) == "X[idx - 1]: read; idx: neighbours\n"
                                "Y[idx]: written; idx: neighbours\n"
                                "X[idx]: read; idx: neighbours\n"
                                "Y[2 * idx]: read by some threads; idx: 2 apart\n"
                                "Y[2 * idx]: written by some threads; idx: 2 apart\n");
}

TEST_CASE("accesses: along a row, and of an index from memory") {
    CHECK(access_patterns("# k : void (float[,] A, int* at, float* Y)\n"
                          "def k(A, at, Y):\n"
                          "    total = 0.0\n"
                          "    for v in A[idx]:\n"
                          "        total += v\n"
                          "    Y[at[idx]] = total\n",
                          1) == "A[idx * A.shape[1] + i]: read; idx: A.shape[1] apart; i: neighbours\n"
                                "at[idx]: read; idx: neighbours\n"
                                "Y[?]: written; idx: unknown\n");
}

} // namespace cudapy::lower
