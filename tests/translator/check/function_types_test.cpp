// The types that whoever runs a kernel's own text is told.

#include "translator/function_types.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace cudapy;

namespace {

class NoNames : public NameResolver {
  public:
    Binding resolve(uint32_t, const std::string&, std::span<const std::string>) override { return {}; }
};

/// Each function in lines: its head, its variables, what its choices and its calls are.
std::string described(const std::string& text) {
    NoNames names;
    SourceUnit unit;
    unit.path = "k.py";
    unit.text = text;
    const TypesOfFunctions types = types_of_functions({unit}, {}, names);
    std::string result = "\n";
    for (const FunctionTypes& function : types.functions) {
        result += fmt::format("{} {} -> {}, in {}\n", function.is_kernel ? "kernel" : "function",
                              function.name, function.result->name(), function.precision->name());
        for (const auto& [name, type] : function.parameters)
            result += fmt::format("  given {}: {}\n", name, type->name());
        for (const auto& [name, type] : function.variables)
            result += fmt::format("  {}: {}\n", name, type->name());
        for (const auto& [span, type] : function.choices)
            result += fmt::format("  `{}`: {}\n", types.sources->text(span), type->name());
        for (const auto& [span, number] : function.calls)
            result += fmt::format("  `{}` calls {}\n", types.sources->text(span), number);
    }
    return result;
}

} // namespace

TEST_CASE("types of functions: variables and choices have one type for all their values") {
    CHECK(described(R"(# f : void (int* A, int64* L, float* X)
def f(A, L, X):
    x = A[idx]
    if x > 1:
        x = L[idx]
    y = 0.1
    y = (A[idx] or X[0]) if x > 1 else 2
    t = (1, X[1])
    row = X[2:]
    X[0] = row[0] + (t[1] if A[0] else 3)
)") == R"(
kernel f -> void, in float
  given A: int*
  given L: int64*
  given X: float*
  x: int64
  y: float
  t: (int, float)
  `(A[idx] or X[0]) if x > 1 else 2`: float
  `A[idx] or X[0]`: float
  `t[1] if A[0] else 3`: float
)");
}

TEST_CASE("types of functions: a call names the instance that it is of, and a lambda has several") {
    CHECK(described(R"(# pick : T (T x, T y)
def pick(x, y):
    return x if x > y else y


# f : void (int* A, double* D)
def f(A, D):
    g = lambda v: pick(v, 1)
    A[0] = g(A[0])
    D[0] = g(D[0]) + pick(A[0], 7)
)") == R"(
function pick_int -> int, in double
  given x: int
  given y: int
  x: int
  y: int
  `x if x > y else y`: int
function pick_double -> double, in double
  given x: double
  given y: double
  x: double
  y: double
  `x if x > y else y`: double
function g -> int, in double
  given v: int
  v: int
  `pick(v, 1)` calls 0
function g -> double, in double
  given v: double
  v: double
  `pick(v, 1)` calls 1
kernel f -> void, in double
  given A: int*
  given D: double*
  `g(A[0])` calls 2
  `g(D[0])` calls 3
  `pick(A[0], 7)` calls 0
)");
}

TEST_CASE("types of functions: there are none of what has errors") {
    CHECK(described("# f : void (int* A)\ndef f(A):\n    A[0] = nothing\n") == "\n");
}
