#include "translator/lower/coarsening/coarsening_plan.h"

#include "tests/translator/lower/lowered.h"
#include "translator/lower/statements/declarations.h"
#include "translator/lower/statements/for_each.h"
#include "translator/lower/statements/for_range.h"

#include <doctest/doctest.h>

#include <fmt/format.h>

namespace cudapy::lower {

namespace {

/// Returns the plan of the first kernel: `4 x 1`, `, rows by 4`, `, else 1 x 4`; "none: " and why where there
/// is none.
std::string plan_of(const std::string& text) {
    program::Program program = checked(text);
    for (const auto& function : program.functions)
        lower_for_each(*function, program);
    analyse_mod_ref(program);
    for (const auto& function : program.functions) {
        lower_for_range(*function);
        lower_declarations(*function);
    }
    program::Function& kernel = *program.functions.at(0);
    const auto plan = kernel.facts.cooperation.barrier
                          ? plan_coarsening_in_blocks(kernel, accesses_of(kernel, Arrays::seen_by_threads))
                          : plan_coarsening(kernel, accesses_of(kernel));
    if (!plan.gains()) return fmt::format("none: {}", plan.reason);
    std::string result = fmt::format("{} x {}", plan.size[0], plan.size[1]);
    if (plan.loop_vector > 1) result += fmt::format(", rows by {}", plan.loop_vector);
    if (plan.otherwise[0] != 0) result += fmt::format(", else {} x {}", plan.otherwise[0], plan.otherwise[1]);
    return result + (plan.has_column_accesses ? ", columns" : "");
}

} // namespace

TEST_CASE("coarsening plan: accesses of neighbours along x are vectorized") {
    CHECK(plan_of("# k : void (float* X, float* Y)\ndef k(X, Y):\n    Y[idx] = X[idx]\n") == "4 x 1");
    CHECK(plan_of("# k : void (double* X, double* Y)\ndef k(X, Y):\n    Y[idx] = X[idx]\n") == "2 x 1");
    CHECK(plan_of("# k : void (uint8* X, float* Y)\ndef k(X, Y):\n    Y[idx] = X[idx]\n") == "4 x 1");
    CHECK(plan_of("# k : void (float[,] A, float[,] B)\ndef k(A, B):\n    B[idy, idx] = A[idy, idx]\n") ==
          "4 x 1, else 1 x 4");
    CHECK(plan_of("# k : void (float* X, float* Y)\ndef k(X, Y):\n    Y[idx] = X[2 * idx]\n") ==
          "none: neighbouring threads have no loads in common, and none to vectorize");
}

TEST_CASE("coarsening plan: loads in loops are shared, and rows are vectorized") {
    CHECK(plan_of("# k : void (float[,] A, float[,] B, float[,] C)\n"
                  "def k(A, B, C):\n"
                  "    t = 0.0\n"
                  "    for i in range(A.shape[1]):\n"
                  "        t += A[idy, i] * B[i, idx]\n"
                  "    C[idy, idx] = t\n") == "4 x 4, rows by 4");
    CHECK(plan_of("# k : void (float[,] A, float* S)\n"
                  "def k(A, S):\n"
                  "    t = 0.0\n"
                  "    for v in A[idx]:\n"
                  "        t += v\n"
                  "    S[idx] = t\n") == "1 x 1, rows by 4");
}

TEST_CASE("coarsening plan: rows that neighbours along y have in common, and columns") {
    CHECK(plan_of("# k : void (float[,] U, float[,] V)\n"
                  "def k(U, V):\n"
                  "    if 0 < idy < U.shape[0] - 1:\n"
                  "        V[idy, idx] = U[idy - 1, idx] + U[idy + 1, idx]\n") == "4 x 2, else 1 x 4");
    CHECK(plan_of("# k : void (float[,] A, float[,] B)\ndef k(A, B):\n    B[idx, idy] = A[idy, idx]\n") ==
          "1 x 4, columns");
}

TEST_CASE("coarsening plan: rows in common are vectorized where all that is walked along x does") {
    const auto plan_of_rows = [](const std::string& statement, const std::string& type = "float") {
        return plan_of("# k : void (int w, " + type + "[,] U, " + type +
                       "[,] V)\n"
                       "def k(w, U, V):\n"
                       "    if 0 < idy and 4 < idx < U.shape[1] - 4:\n"
                       "        " +
                       statement + "\n");
    };
    constexpr const char* vectorized = "4 x 2, else 1 x 4";
    CHECK(plan_of_rows("V[idy, idx] = U[idy, idx - 1] + U[idy, idx + 1] + U[idy - 1, idx]") == vectorized);
    CHECK(plan_of_rows("V[idy, idx] = U[idy, idx + 4] - U[idy - 1, idx - 4]") == vectorized);
    CHECK(plan_of_rows("V[idy, idx] = U[idy, idx] - U[idy - 1, idx] + U[w, 2]") == vectorized);
    CHECK(plan_of_rows("V[idy, idx] = min(U[idy, idx], U[idy - 1, idx])", "uint8") == "4 x 4, else 1 x 4");
    CHECK(plan_of_rows("V[idy, idx] = max(U[idy, idx], U[idy - 1, idx])", "int16") == "4 x 4, else 1 x 4");
    CHECK(plan_of_rows("V[idy, idx] = U[idy - 7, idx] - U[idy - 15, idx]") == "4 x 4, else 1 x 4");
    CHECK(plan_of_rows("V[idy, idx] = U[idy, idx] - U[idy - 1, idx]", "double") == "2 x 2, else 1 x 4");
    // No word begins at what the threads load, or store.
    CHECK(plan_of_rows("V[idy, idx] = U[idy, idx + 1] - U[idy - 1, idx + 1]") == "1 x 4");
    CHECK(plan_of_rows("V[idy, idx + 1] = U[idy, idx] - U[idy - 1, idx]") == "1 x 4");
    CHECK(plan_of_rows("V[idy, idx] = U[idy, idx] - U[idy - 1, idx] + U[idy, idx + w]") == "1 x 4");
    CHECK(plan_of_rows("V[idy, idx] = U[idy, 2 * idx] - U[idy - 1, 2 * idx]") == "1 x 4");
}

TEST_CASE("coarsening plan: there is none along an axis along which threads alternate") {
    const auto plan_under = [](const std::string& condition) {
        return plan_of("# k : void (int p, float[,] U, float[,] V)\n"
                       "def k(p, U, V):\n"
                       "    parity = (idx + idy) % 2\n"
                       "    column = idx & 3\n"
                       "    if " +
                       condition +
                       ":\n"
                       "        V[idy, idx] = U[idy, idx] - U[idy + 1, idx]\n");
    };
    constexpr const char* vectorized = "4 x 2, else 1 x 4";
    constexpr const char* nothing = "none: its threads diverge";
    CHECK(plan_under("idx // 4 < p and idx != 2 * idy") == vectorized);
    CHECK(plan_under("p % 2 == 0") == vectorized);
    CHECK(plan_under("(idx > 3) & (idy > 3)") == vectorized);
    CHECK(plan_under("idx % 2 == 0") == "1 x 4");
    CHECK(plan_under("p < 3 and column == p") == "1 x 4");
    CHECK(plan_under("idy % 2 == 0") == "4 x 1");
    CHECK(plan_under("idx ^ p == 3 and idy & 1") == nothing);
    CHECK(plan_under("parity == p") == nothing);
    CHECK(plan_of("# k : void (float* X, float* Y)\n"
                  "def k(X, Y):\n"
                  "    if idx % 3:\n"
                  "        Y[idx] = X[idx]\n") == nothing);
}

TEST_CASE("coarsening plan: what only some threads load is left to them") {
    CHECK(plan_of("# k : void (float* X, float* Y)\n"
                  "def k(X, Y):\n"
                  "    if X[idx] > 0:\n"
                  "        Y[idx] = X[idx]\n") == "none: only some of its threads use some elements");
}

TEST_CASE("coarsening plan: within blocks, threads along y share what they load alike in a loop") {
    const auto plan_in_tile = [](const std::string& loop, int rows = 8) {
        return plan_of("# k : void (float[,] A, float[,] B)\n"
                       "def k(A, B):\n"
                       "    tile = shared(float, (" +
                       std::to_string(rows) +
                       ", 8))\n"
                       "    y = threadIdx.y\n"
                       "    tile[y, threadIdx.x] = A[idy, idx]\n"
                       "    syncthreads()\n"
                       "    t = 0.0\n"
                       "    for i in range(8):\n" +
                       loop + "    B[idy, idx] = t\n");
    };
    CHECK(plan_in_tile("        t += tile[y, i] * tile[i, threadIdx.x]\n") == "1 x 4");
    CHECK(plan_in_tile("        t += tile[y, i] * A[i, idx]\n") == "1 x 4");
    CHECK(plan_in_tile("        t += tile[y, i] * tile[i, threadIdx.x]\n", 32) == "1 x 8");
    CHECK(plan_in_tile("        t += A[idy - y + i, idx] * tile[y, i]\n") == "1 x 4");
    constexpr const char* nothing = "none: neighbouring threads have no loads in a loop in common";
    CHECK(plan_in_tile("        t += tile[y, i]\n") == nothing);
    CHECK(plan_in_tile("        t += tile[i, threadIdx.x]\n") == nothing);
    CHECK(plan_in_tile("        t += A[idy + y, i] * tile[y, i]\n") == nothing);
    CHECK(plan_in_tile("        tile[i, threadIdx.x] = A[idy, i]\n") == nothing);
    CHECK(plan_in_tile("        if t < 8:\n            t += tile[y, i] * tile[i, threadIdx.x]\n") ==
          "none: only some of its threads use some elements");
}

} // namespace cudapy::lower
