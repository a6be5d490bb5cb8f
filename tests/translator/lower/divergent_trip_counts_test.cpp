#include "translator/lower/analysis/divergent_trip_counts.h"

#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

namespace {

const char* const escaping =
    "    z = X[idy, idx]\n    for k in range(n):\n        z = z * z + 0.25\n        if z > 4:\n"
    "            break\n    X[idy, idx] = z\n";

/// Returns whether the first kernel of a text is found to have divergent trip counts, where larger launches
/// have other variants.
bool is_uneven(const std::string& text) {
    Options options;
    options.variants = EmittedVariants::all;
    program::Program program = checked(text, options);
    lower(program, options);
    for (const auto& function : program.functions)
        if (function->is_kernel) return function->has_divergent_trip_counts;
    return false;
}

bool is_body_uneven(const std::string& body) {
    return is_uneven("# k : void (float[,] X, int n, int[,] limits)\ndef k(X, n, limits):\n" + body);
}

} // namespace

TEST_CASE("divergent trip counts: threads that leave a loop at different times have divergent trip counts") {
    CHECK(is_body_uneven(escaping));
    CHECK(is_body_uneven(
        "    z = X[idy, idx]\n    while z < 4:\n        z = z * z + 1\n    X[idy, idx] = z\n"));
    CHECK(is_body_uneven("    z = 0.0\n    for k in range(limits[idy, idx]):\n        z += 1 / (k + 1)\n"
                         "    X[idy, idx] = z\n"));
    CHECK(is_uneven(
        "# steps : int (float z, int n)\ndef steps(z, n):\n    for k in range(n):\n        if z > 4:\n"
        "            return k\n        z = z * z + 0.25\n    return n\n\n\n"
        "# k : void (float[,] X, int n)\ndef k(X, n):\n    X[idy, idx] = steps(X[idy, idx], n)\n"));
}

TEST_CASE("divergent trip counts: those of all threads, on one axis, or with arrays in them are none") {
    for (const char* body : {
             "    X[idy, idx] = n\n",
             "    z = 0.0\n    for k in range(n):\n        z += 1 / (k + 1)\n    X[idy, idx] = z\n",
             "    z = X[idx, 0]\n    while z < 4:\n        z = z * z + 1\n    X[idx, 0] = z\n",
             "    z = 0.0\n    for k in range(limits[idy, idx]):\n        z += X[idy, k]\n    X[idy, idx] = "
             "z\n",
             "    z = 0.0\n    for k in range(limits[idy, 0]):\n        z += 1 / (k + 1)\n    X[idy, idx] = "
             "z\n",
             "    z = 0.0\n    for k in range(idy):\n        z += 1 / (k + 1)\n    X[idy, idx] = z\n",
             "    k = 0\n    while X[idy, idx] < 4:\n        X[idy, idx] += 1\n",
         }) {
        CAPTURE(body);
        CHECK_FALSE(is_body_uneven(body));
    }
}

TEST_CASE("divergent trip counts: arrays that are given to functions in them are used there") {
    CHECK_FALSE(is_uneven(
        "# r : float (float* A, int n)\ndef r(A, n):\n    return A[0] if n < 2 else A[n] + r(A, n - 1)\n"
        "\n\n# k : void (float[,] X, float* A)\ndef k(X, A):\n    z = X[idy, idx]\n    while z < 400:\n"
        "        z = r(A, 9) + z + 1\n    X[idy, idx] = z\n"));
}

} // namespace cudapy::lower
