#include "translator/lower/analysis/affine_form.h"

#include "tests/translator/lower/lowered.h"
#include "translator/program/walk.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

namespace {

/// Returns the forms of the indices of a kernel's loads, in the order of its text, as they are before loops
/// are lowered.
std::string forms(const std::string& text) {
    const program::Program program = checked(text);
    const program::Function& function = *program.functions.at(0);
    const Definitions definitions = definitions_in(function.body);
    std::string result;
    program::visit_all(function.body, [&](const program::Expr& expr) {
        if (expr.kind != program::ExprKind::load) return;
        const auto form = affine_form(*program::as<program::Load>(expr).index, definitions);
        result += (result.empty() ? "" : "; ") + (form ? text_of(*form) : "no form");
    });
    return result;
}

} // namespace

TEST_CASE("affine form: coordinates, extents and constants") {
    CHECK(forms("# k : void (float[,] A, float* X, float* Y)\n"
                "def k(A, X, Y):\n"
                "    X[idx] = A[idy + 1, idx - 2] + Y[3 * idx + 5] + Y[7]\n") ==
          "idx + idy * A.shape[1] + A.shape[1] - 2; 3 * idx + 5; 7");
}

TEST_CASE("affine form: variables of loops and of parameters") {
    CHECK(forms("# k : void (float[,] A, float* X, int n)\n"
                "def k(A, X, n):\n"
                "    for i in range(A.shape[1]):\n"
                "        X[idx] = A[idx, i] + X[i + n] + X[n * i]\n") ==
          "idx * A.shape[1] + i; i + n; no form");
}

TEST_CASE("affine form: what is no sum of products") {
    CHECK(forms("# k : void (float* X, int* at, uint32 u)\n"
                "def k(X, at, u):\n"
                "    X[idx] = X[at[idx]] + X[idx // 2] + X[int(u)] + X[idx * idx]\n") ==
          "no form; idx; no form; no form; no form");
}

} // namespace cudapy::lower
