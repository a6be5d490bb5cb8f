// Tests the facts that an editor shows of a text: mistakes, definitions, and types.

#include "translator/explain/text_facts.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace cudapy;

namespace {

TextFacts facts_of(const std::string& text) {
    SourceUnit unit;
    unit.path = "k.py";
    unit.text = text;
    Options options;
    options.stubs = false;
    return text_facts({unit}, options);
}

/// Each function in a line with its variables, and its expressions in lines of their own.
std::string types(const std::string& text) {
    const TextFacts facts = facts_of(text);
    std::string result = "\n";
    for (const TypedFunction& function : facts.functions) {
        result +=
            fmt::format("{} {}{}:", function.result, function.name, function.is_assumed ? " (assumed)" : "");
        for (const TypedPlace& variable : function.variables)
            result += fmt::format(" {} {};", variable.type, variable.name);
        result += "\n";
        for (const TypedPlace& expression : function.expressions)
            result += fmt::format("  {}: {}\n", facts.sources->text(expression.span), expression.type);
    }
    return result;
}

std::string errors(const std::string& text) {
    std::string result;
    for (const diag::Diagnostic& diagnostic : facts_of(text).diagnostics)
        result += fmt::format("{}{}", result.empty() ? "" : " ", diagnostic.kind().code);
    return result;
}

} // namespace

TEST_CASE("text facts: types of names and expressions") {
    CHECK(types("# k : void (float[,] A, int n)\n"
                "def k(A, n):\n"
                "    row = A[n]\n"
                "    near = shared(int, (4, 8))\n"
                "    A[n, 0] = row[idx] * 2\n") == R"(
void k: float[,] A; int n; float* row; int[4, 8] near;
  A[n]: float*
  A[n, 0]: float
  n: int
  row[idx] * 2: float
  row[idx]: float
  row: float*
  idx: int
  n: int
)");
}

TEST_CASE("text facts: functions with errors have the types that are known") {
    CHECK(types("# k : void (float* X)\n"
                "def k(X):\n"
                "    wrong = nothing + 1\n"
                "    more = wrong * 2\n"
                "    right = X[idx]\n") == R"(
void k: float* X; float right;
  X[idx]: float
  idx: int
)");
}

TEST_CASE("text facts: helpers that nothing calls have types") {
    CHECK(types("# f : float (float x)\n"
                "def f(x):\n"
                "    return x\n") == R"(
float f: float x;
  x: float
)");
}

TEST_CASE("text facts: the types of generic kernels are assumed") {
    CHECK(types("import cudapy as cp\n"
                "@cp.kernel\n"
                "def k(A, B, n):\n"
                "    A[idx, 0] = B[idx] + n\n") == R"(
void k (assumed): double[,] A; double* B; double n;
  A[idx, 0]: double
  B[idx] + n: double
  B[idx]: double
  idx: int
  n: double
  idx: int
)");
    CHECK(types("# k : void (T* X)\n"
                "def k(X):\n"
                "    x = X[0]\n") == R"(
void k (assumed): double* X; double x;
  X[0]: double
)");
}

TEST_CASE("text facts: generic kernels are refused for what no type mends") {
    const std::string head = "import cudapy as cp\n@cp.kernel\ndef k(X, n):\n    ";
    CHECK(errors(head + "X[idx] = n\n") == "");
    CHECK(errors(head + "X[idx] = 1.5\n") == "");   // not for arrays of integers
    CHECK(errors(head + "X[idx] = n.x\n") == "");   // not for numbers
    CHECK(errors(head + "X[idx] = m\n") == "E301"); // for none
    CHECK(errors(head + "del X[idx]\n") == "E613");
    CHECK(errors(head + "X[idx] = n)\n") == "E112");
}

TEST_CASE("text facts: a generic kernel changes nothing for the others") {
    CHECK(errors("import cudapy as cp\n"
                 "@cp.kernel\n"
                 "def g(X):\n"
                 "    X[idx] = 1.5\n"
                 "# k : void (int* X)\n"
                 "def k(X):\n"
                 "    if X[idx]:\n"
                 "        syncthreads()\n") == errors("# k : void (int* X)\n"
                                                      "def k(X):\n"
                                                      "    if X[idx]:\n"
                                                      "        syncthreads()\n"));
}

TEST_CASE("text facts: definitions") {
    const TextFacts facts = facts_of("import math as m\n"
                                     "import cudapy as cp\n"
                                     "N = 3\n"
                                     "@cp.struct\n"
                                     "class P:\n"
                                     "    x: cp.float32\n"
                                     "# f : float (float x)\n"
                                     "def f(x):\n"
                                     "    return x\n"
                                     "# k : void (P* p)\n"
                                     "def k(p):\n"
                                     "    p[0].x = f(1.0)\n");
    std::string result = "\n";
    for (const Definition& definition : facts.definitions)
        result +=
            fmt::format("{} {} {} {} {}\n", static_cast<int>(definition.kind), definition.name,
                        definition.within, facts.sources->begin(definition.span).line, definition.end_line);
    CHECK(result == R"(
1 f  8 9
0 k  11 12
3 P  5 0
4 x P 6 0
7 m math 1 0
7 cp cudapy 2 0
6 N  3 0
)");
}

namespace {

/// The functions of a kernel's translation, or the codes of what is wrong.
std::string translated(const std::string& kernel) {
    SourceUnit unit;
    unit.path = "k.py";
    unit.text = "import cudapy as cp\n"
                "# f : float (float x)\n"
                "def f(x):\n"
                "    return x\n"
                "# k : void (float* X)\n"
                "def k(X):\n"
                "    X[idx] = f(X[idx])\n"
                "# other : void (float* X)\n"
                "def other(X):\n"
                "    X[idx] = 1\n"
                "@cp.kernel\n"
                "def g(X, n):\n"
                "    X[idx] = n\n";
    Options options;
    options.stubs = false;
    const Translation translation = translate_kernel({unit}, options, kernel);
    std::string result;
    for (const KernelInfo& info : translation.kernels)
        result += info.name + " ";
    for (const diag::Diagnostic& diagnostic : translation.diagnostics)
        result += std::string(diagnostic.kind().code) + " ";
    return result;
}

} // namespace

TEST_CASE("text facts: the translation of one kernel") {
    CHECK(translated("k") == "k ");
    CHECK(translated("g") == "k other g_double_array_double ");
    CHECK(translated("none") == "E801 ");
}

TEST_CASE("text facts: functions in the dialect of numba") {
    SourceUnit unit;
    unit.path = "k.py";
    unit.text = "from cudapy import cuda\n"
                "@cuda.jit(device=True)\n"
                "def f(x):\n"
                "    return x / 2\n"
                "@cuda.jit\n"
                "def k(X, n):\n"
                "    i = cuda.grid(1)\n"
                "    X[i] = f(n) + wrong\n"
                "def host(X):\n"
                "    yield unknown\n";
    Options options;
    options.stubs = false;
    const TextFacts facts = text_facts_of_numba({unit}, options, {{"k"}, {"f"}});
    std::string result = "\n";
    for (const diag::Diagnostic& diagnostic : facts.diagnostics)
        result += fmt::format("{} {}\n", diagnostic.kind().code, facts.sources->text(diagnostic.span));
    for (const TypedFunction& function : facts.functions) {
        result += fmt::format("{} {}:", function.result, facts.sources->text(function.header));
        for (const TypedPlace& variable : function.variables)
            result += fmt::format(" {} {};", variable.type, variable.name);
        result += "\n";
    }
    CHECK(result == R"(
E301 wrong
void def k(X, n):: double* X; double n; int64 i;
double def f(x):: double x;
)");
}
