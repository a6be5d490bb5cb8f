// What each path assigns and returns, found through the whole translator: one small named case a behaviour.

#include "translator/check/whole/assigned_set.h"
#include "translator/translate.h"

#include <doctest/doctest.h>

using namespace cudapy;

namespace {

/// The diagnostics of a source, one a line: "line: code message".
std::string report(const std::string& text) {
    SourceUnit unit;
    unit.path = "kernels.py";
    unit.text = text;
    std::vector<SourceUnit> units;
    units.push_back(std::move(unit));
    const Translation translation = translate(std::move(units), {});
    std::string lines;
    for (const diag::Diagnostic& diagnostic : translation.diagnostics) {
        if (diagnostic.kind().code == "W935") continue; // lost values, which are no business of paths
        lines += std::to_string(translation.sources->begin(diagnostic.span).line) + ": " +
                 std::string(diagnostic.kind().code) + " " + diagnostic.prose().message + "\n";
    }
    return lines;
}

/// The same for a kernel with this body, whose first line is line 1.
std::string body(const std::string& lines) {
    std::string text;
    std::size_t begin = 0;
    while (begin < lines.size()) {
        const std::size_t end = std::min(lines.find('\n', begin), lines.size());
        text += "    " + lines.substr(begin, end - begin) + "\n";
        begin = end + 1;
    }
    SourceUnit unit;
    unit.path = "kernels.py";
    unit.text = "# kernel : void (float* X, int n)\ndef kernel(X, n):\n" + text;
    unit.first_line = -1;
    std::vector<SourceUnit> units;
    units.push_back(std::move(unit));
    const Translation translation = translate(std::move(units), {});
    std::string found;
    for (const diag::Diagnostic& diagnostic : translation.diagnostics) {
        if (diagnostic.kind().code == "W935") continue; // lost values, which are no business of paths
        found += std::to_string(translation.sources->begin(diagnostic.span).line) + ": " +
                 std::string(diagnostic.kind().code) + " " + diagnostic.prose().message + "\n";
    }
    return found;
}

const std::string error_a = "E550 `a` is used before it is assigned\n";
const std::string warning_a = "W910 `a` may be used before it is assigned\n";
const std::string warning_i = "W910 `i` may be used before it is assigned\n";

} // namespace

TEST_CASE("flow: straight lines") {
    CHECK(body("a = 1.0\nX[idx] = a") == "");
    CHECK(body("X[idx] = a\na = 1.0") == "1: " + error_a);
    CHECK(body("a = a + 1.0") == "1: " + error_a);
    CHECK(body("a += 1.0\nX[idx] = a") == "1: " + error_a); // once a variable
    CHECK(body("X[a] = 1.0\na = 1") == "1: " + error_a);
    CHECK(body("n = n + 1\nX[n] = 1.0") == "");
    CHECK(body("a, b = 1.0, 2.0\na, b = b, a\nX[idx] = a + b") == "");
    CHECK(body("a, b = b, 1.0\nX[idx] = a") == "1: E550 `b` is used before it is assigned\n");
    // Targets are assigned from left to right, so that an index sees those before it.
    CHECK(body("a, X[a] = 1, 2.0") == "");
    CHECK(body("X[a], a = 2.0, 1") == "1: " + error_a);
}

TEST_CASE("flow: branches") {
    CHECK(body("if n > 0:\n    a = 1.0\nelse:\n    a = 2.0\nX[idx] = a") == "");
    CHECK(body("if n > 0:\n    a = 1.0\nX[idx] = a") == "3: " + warning_a);
    CHECK(body("if n > 0:\n    a = 1.0\nX[idx] = a\nX[idx] = a") == "3: " + warning_a); // once a variable
    CHECK(body("if n > 0:\n    a = 1.0\nelif n < 0:\n    a = 2.0\nX[idx] = a") == "5: " + warning_a);
    CHECK(body("if n > 0:\n    a = 1.0\nelse:\n    return\nX[idx] = a") == "");
    CHECK(body("if n > 0:\n    a = 1.0\nelse:\n    X[idx] = a") == "4: " + error_a);
    CHECK(body("if n > 0:\n    a = 1.0\nif n > 0:\n    X[idx] = a") == "4: " + warning_a);
    CHECK(body("if True:\n    a = 1.0\nX[idx] = a") == "");
    CHECK(body("X[0] = a if n > 0 else 1.0\na = 2.0") == "1: " + error_a);
}

TEST_CASE("flow: loops that may run zero times") {
    CHECK(body("for i in range(n):\n    a = X[i]\nX[idx] = a") == "3: " + warning_a);
    CHECK(body("while n > 0:\n    a = 1.0\n    n -= 1\nX[idx] = a") == "4: " + warning_a);
    CHECK(body("for x in X:\n    a = x\nX[idx] = a") == "3: " + warning_a);
    CHECK(body("a = 0.0\nfor i in range(n):\n    a += X[i]\nX[idx] = a") == "");
    CHECK(body("for i in range(n):\n    X[i] = 0.0\nX[i] = 1.0") == "3: " + warning_i);
    CHECK(body("i = 0\nfor i in range(n):\n    X[i] = 0.0\nX[i] = 1.0") == "");
    CHECK(body("for i, x in enumerate(X):\n    X[i] = x\nX[i] = 1.0") == "3: " + warning_i);
}

TEST_CASE("flow: loops that are known to run") {
    CHECK(body("for i in range(3):\n    a = X[i]\nX[i] = a") == "");
    CHECK(body("for i in range(5, 0, -2):\n    a = X[i]\nX[i] = a") == "");
    CHECK(body("for i in range(3, 3):\n    a = X[i]\nX[idx] = a") == "3: " + error_a);
    CHECK(body("for i in range(0, 5, -1):\n    pass\nX[i] = 1.0") ==
          "3: E550 `i` is used before it is assigned\n");
    // A break may come before the assignment.
    CHECK(body("for i in range(3):\n    if n > i:\n        break\n    a = X[i]\nX[idx] = a") ==
          "5: " + warning_a);
    CHECK(body("for i in range(3):\n    if n > i:\n        continue\n    a = X[i]\nX[idx] = a") ==
          "5: " + warning_a);
}

TEST_CASE("flow: what an earlier iteration has assigned") {
    CHECK(body("for i in range(n):\n    if i > 0:\n        X[i] = a\n    a = X[i]") == "3: " + warning_a);
    CHECK(body("for i in range(n):\n    X[i] = a\n    a = X[i]\n    break") == "2: " + error_a);
    CHECK(body("for i in range(n):\n    for j in range(n):\n        if j > 0:\n            X[i] = a\n    a = "
               "X[i]") == "4: " + warning_a);
    CHECK(
        body("while n > 0:\n    n -= 1\n    if n > 3:\n        a = 1.0\n        continue\n    X[idx] = a") ==
        "6: " + warning_a);
}

TEST_CASE("flow: a variable that is computed from itself needs a first value") {
    CHECK(body("for i in range(n):\n    a += X[i]\nX[idx] = a") == "2: " + error_a);
    CHECK(body("for i in range(n):\n    a = a + X[i]\nX[idx] = a") == "2: " + error_a);
    CHECK(body("if n > 0:\n    a = 1.0\na += 1.0\nX[idx] = a") == "3: " + warning_a);
    CHECK(body("for i in range(n):\n    a = a + 1.0 if i > 0 else 1.0\n    X[i] = a") == "2: " + warning_a);
}

TEST_CASE("flow: while True ends only by break") {
    CHECK(body("while True:\n    a = 1.0\n    if n > 0:\n        break\nX[idx] = a") == "");
    CHECK(body("while True:\n    if n > 0:\n        break\n    a = 1.0\nX[idx] = a") == "5: " + warning_a);
    CHECK(body("while True:\n    n += 1\nX[idx] = a\na = 1.0") == ""); // never reached
}

TEST_CASE("flow: else of a loop") {
    CHECK(body("for i in range(n):\n    if X[i] > 0:\n        a = X[i]\n        break\nelse:\n    a = "
               "0.0\nX[idx] = a") == "");
    CHECK(body("for i in range(n):\n    if X[i] > 0:\n        break\nelse:\n    a = 0.0\nX[idx] = a") ==
          "6: " + warning_a);
    CHECK(body("while n > 0:\n    n -= 1\nelse:\n    a = 1.0\nX[idx] = a") == "");
    CHECK(body("for i in range(n):\n    a = X[i]\nelse:\n    X[idx] = a") == "4: " + warning_a);
    // `break` in the else belongs to the loop around it.
    CHECK(body("for j in range(3):\n    for i in range(n):\n        pass\n    else:\n        break\n    a = "
               "1.0\nX[idx] = a") == "7: " + error_a);
}

TEST_CASE("flow: code that no path reaches is not looked at") {
    CHECK(body("return\nX[idx] = a\na = 1.0") == "");
    CHECK(body("if n > 0:\n    return\nelse:\n    return\nX[idx] = a\na = 1.0") == "");
    CHECK(body("for i in range(n):\n    break\n    X[i] = a\n    a = 1.0") == "");
}

TEST_CASE("flow: deep loops take no longer for each depth") {
    std::string text, indentation;
    for (int depth = 0; depth < 18; ++depth) {
        text += indentation + "for i" + std::to_string(depth) + " in range(n):\n";
        indentation += "    ";
    }
    CHECK(body(text + indentation + "X[idx] = 1.0") == "");
}

TEST_CASE("flow: every path of a function with a result returns") {
    const auto function = [](const std::string& lines) {
        return report("# f : int (int* A, int n)\ndef f(A, n):\n" + lines +
                      "\n\n\n# kernel : void (int* A, int n)\ndef kernel(A, n):\n    A[idx] = f(A, n)\n");
    };
    const std::string missing =
        "2: E551 `f` must return `int`, but some path reaches its end without `return`\n";
    CHECK(function("    return n") == "");
    CHECK(function("    n += 1") == missing);
    CHECK(function("    if n > 0:\n        return 1") == missing);
    CHECK(function("    if n > 0:\n        return 1\n    return 2") == "");
    CHECK(function("    if n > 0:\n        return 1\n    else:\n        return 2") == "");
    CHECK(function("    if n > 0:\n        return 1\n    elif n < 0:\n        return 2") == missing);
    CHECK(function("    for i in range(n):\n        return i") == missing);
    CHECK(function("    for i in range(2):\n        return i") == "");
    CHECK(function("    while True:\n        n += 1\n        if n > 9:\n            return n") == "");
    CHECK(function("    while True:\n        n += 1\n        if n > 9:\n            break") == missing);
    CHECK(function("    for i in range(n):\n        if A[i] > 0:\n            return i\n    else:\n        "
                   "return -1") == "");
    CHECK(function("    for i in range(n):\n        if A[i] > 0:\n            break\n    else:\n        "
                   "return -1") == missing);
}

TEST_CASE("flow: work is for what changes, not for all variables at each loop and branch") {
    const auto nodes = [](int loops) {
        std::string lines;
        for (int i = 0; i < loops; ++i) {
            const std::string number = std::to_string(i);
            lines += "for i" + number + " in range(n):\n    if X[i" + number + "] > 0:\n        a" + number +
                     " = 1\n        X[0] = a" + number + "\n";
        }
        const auto before = AssignedSet::made_nodes();
        CHECK(body(lines) == "");
        return AssignedSet::made_nodes() - before;
    };
    const auto few = nodes(200), many = nodes(800);
    CHECK(few > 200);
    CHECK(many < 8 * few);
}

TEST_CASE("flow: sets of variables") {
    using Paths = AssignedSet::Paths;
    AssignedSet one;
    CHECK(one.at(0) == Paths{false, true});
    CHECK(one.at(1'000'000) == Paths{false, true});
    for (std::size_t variable : {0, 63, 64, 255, 256, 70'000})
        one.set(variable, {true, false});
    for (std::size_t variable : {0, 63, 64, 255, 256, 70'000}) {
        CHECK(one.at(variable) == Paths{true, false});
        CHECK(one.at(variable + 1) ==
              Paths{variable == 63 || variable == 255, variable != 63 && variable != 255});
    }
    AssignedSet other;
    other.set(64, {true, false});
    other.set(5, {true, true});
    for (const bool swapped : {false, true}) {
        const AssignedSet either =
            swapped ? AssignedSet::either(other, one) : AssignedSet::either(one, other);
        CHECK(either.at(64) == Paths{true, false});
        CHECK(either.at(0) == Paths{true, true});
        CHECK(either.at(70'000) == Paths{true, true});
        CHECK(either.at(5) == Paths{true, true});
        CHECK(either.at(6) == Paths{false, true});
    }
    const AssignedSet both = AssignedSet::one_after_the_other(one, other);
    CHECK(both.at(0) == Paths{true, false});
    CHECK(both.at(5) == Paths{true, true});
    CHECK(both.at(6) == Paths{false, true});
    AssignedSet after = AssignedSet::one_after_the_other(other, one);
    CHECK(after.at(70'000) == Paths{true, false});
    CHECK(after.at(5) == Paths{true, true});
    after.set(5, {true, false});
    CHECK(after.at(5) == Paths{true, false});
}
