#include "translator/syntax/parse/function_text.h"

#include <doctest/doctest.h>

#include <fmt/format.h>

#include <string>

namespace cudapy::syntax {

namespace {

/// "first line + bytes above: text", with "?" after it where the name is not defined there.
std::string cut(const std::string& file, int line, const std::string& name = "f") {
    const auto found = function_text(file, line, name);
    if (!found) return "none";
    return fmt::format("{}+{}: {}{}", found->first_line, found->above, found->text,
                       found->is_defined ? "" : "?");
}

} // namespace

TEST_CASE("a function is cut out of its file") {
    CHECK(cut("def f(x): pass\n", 1) == "1+0: def f(x): pass\n");
    CHECK(cut("import cudapy\ndef f(x):\n    y = x\n\n    return y\n\n\ndef g(): pass\n", 2) ==
          "2+0: def f(x):\n    y = x\n\n    return y\n");
    CHECK(cut("@one\n@two(\n1)\ndef f(x):\n    pass\nz = 1\n", 1) ==
          "1+0: @one\n@two(\n1)\ndef f(x):\n    pass\n");
    CHECK(cut("def f(x):\n    return x", 1) == "1+0: def f(x):\n    return x");
}

TEST_CASE("comments above belong to it at its own indentation, also over blank lines") {
    CHECK(cut("# f : void ()\ndef f(): pass\n", 2) == "1+14: # f : void ()\ndef f(): pass\n");
    CHECK(cut("x = 1\n\n# one\n\n# two\n  \n\ndef f(): pass\n", 8) ==
          "3+17: # one\n\n# two\n  \n\ndef f(): pass\n");
    CHECK(cut("\n\n\ndef f(): pass\n", 4) == "4+0: def f(): pass\n");
    CHECK(cut("x = 1\n\n\ndef f(): pass\n", 4) == "4+0: def f(): pass\n");
    CHECK(cut("    # other\n# one\ndef f(): pass\n", 3) == "2+6: # one\ndef f(): pass\n");
    CHECK(cut("    # other\ndef f(): pass\n", 2) == "2+0: def f(): pass\n");
    CHECK(cut("class C:\n    x = 1\n    # one\n    def f(): pass\n    y = 2\n", 4) ==
          "3+10:     # one\n    def f(): pass\n");
    CHECK(cut("x = 1 # no comment of its own\ndef f(): pass\n", 2) == "2+0: def f(): pass\n");
}

TEST_CASE("comments of the body after its last statement belong to it") {
    CHECK(cut("def f():\n    pass\n    # one\n\n  # two\n# three\nx = 1\n", 1) ==
          "1+0: def f():\n    pass\n    # one\n\n  # two\n");
    CHECK(cut("def f():\n    pass\n\nx = 1\n    # not one\n", 1) == "1+0: def f():\n    pass\n");
    CHECK(cut("def f():\n    pass\n    # one", 1) == "1+0: def f():\n    pass\n    # one");
    CHECK(cut("def f():\n    pass\n\n\n", 1) == "1+0: def f():\n    pass\n");
}

TEST_CASE("a line that defines something else is said to") {
    CHECK(cut("def g(): pass\n", 1) == "1+0: def g(): pass\n?");
    CHECK(cut("def ff(): pass\n", 1) == "1+0: def ff(): pass\n?");
    CHECK(cut("f = 1\n", 1) == "1+0: f = 1\n?");
    CHECK(cut("def  f\t(x): pass\n", 1) == "1+0: def  f\t(x): pass\n");
    CHECK(cut("def f[T](x: T): pass\n", 1) == "1+0: def f[T](x: T): pass\n");
    CHECK(cut("async def f(): pass\n", 1) == "1+0: async def f(): pass\n");
    CHECK(cut("@cp.kernel\ndef f(): pass\n", 1) == "1+0: @cp.kernel\ndef f(): pass\n");
}

TEST_CASE("lines that are not there") {
    CHECK(cut("", 1) == "none");
    CHECK(cut("def f(): pass\n", 2) == "none");
    CHECK(cut("def f(): pass", 2) == "none");
    CHECK(cut("def f(): pass\n", 0) == "none");
    CHECK(cut("def f(): pass\n", 1000000) == "none");
}

} // namespace cudapy::syntax
