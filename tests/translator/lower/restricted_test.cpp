#include "translator/lower/rewriting/restricted.h"

#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

namespace {

/// Returns the names of the restricted parameters of the first function.
std::string restricted(const std::string& text) {
    program::Program program = checked(text);
    analyse_mod_ref(program);
    mark_restricted(*program.functions.at(0));
    std::string names;
    for (const auto* parameter : program.functions.at(0)->parameters)
        if (parameter->is_restricted) names += parameter->name + " ";
    return names;
}

} // namespace

TEST_CASE("restricted: arrays of a type that the kernel writes no array of") {
    CHECK(restricted("# k : void (float* X, float* Y, int* N, double* D, float a)\n"
                     "def k(X, Y, N, D, a):\n"
                     "    Y[idx] = X[idx] * a + D[N[idx]]\n") == "N D ");
    CHECK(restricted("# k : void (float* X, double* Y)\n"
                     "def k(X, Y):\n"
                     "    Y[idx] = X[idx]\n") == "X ");
}

TEST_CASE("restricted: what a called function writes is written") {
    CHECK(restricted("# k : void (float* X, float* Y)\n"
                     "def k(X, Y):\n"
                     "    put(Y, X[idx])\n"
                     "# put : void (float* A, float v)\n"
                     "def put(A, v):\n"
                     "    A[idx] = v\n") == "");
}

TEST_CASE("restricted: parameters of functions that are no kernels are not") {
    CHECK(restricted("# first : float (float* X)\n"
                     "def first(X):\n"
                     "    return X[0]\n"
                     "# k : void (float* X, float* Y)\n"
                     "def k(X, Y):\n"
                     "    Y[idx] = first(X)\n") == "");
}

} // namespace cudapy::lower
