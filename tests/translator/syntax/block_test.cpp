#include "translator/syntax/parse/block.h"

#include <doctest/doctest.h>

#include <string>

namespace cudapy::syntax {

namespace {

/// The block's text, and "..." after it when more text could belong to it.
std::string block_of(const std::string& text) {
    const FirstBlock block = first_block(text);
    return text.substr(0, block.bytes) + (block.is_ended ? "" : "...");
}

} // namespace

TEST_CASE("a function ends before the next statement of its level") {
    CHECK(block_of("def f(x):\n    y = x\n\n    return y\n\n\ndef g(): pass\n") ==
          "def f(x):\n    y = x\n\n    return y\n");
    CHECK(block_of("def f(x):\n    y = x\n    # the last\n# and more\nz = 1\n") == "def f(x):\n    y = x\n");
    CHECK(block_of("def f(x): return x  # one line\nz = 1\n") == "def f(x): return x  # one line\n");
    CHECK(block_of("def f(\n    x,\n):\n    return (\nx\n)\nz = 1\n") ==
          "def f(\n    x,\n):\n    return (\nx\n)\n");
}

TEST_CASE("decorators belong to it") {
    CHECK(block_of("@cp.kernel\n@other(\n1)\ndef f(x):\n    pass\nz = 1\n") ==
          "@cp.kernel\n@other(\n1)\ndef f(x):\n    pass\n");
}

TEST_CASE("strings of several lines may be on its left") {
    CHECK(block_of("def f(x):\n    '''doc\nof f\n'''\n    return x\nz = 1\n") ==
          "def f(x):\n    '''doc\nof f\n'''\n    return x\n");
    CHECK(block_of("def f(x):\n    s = 'a\\\nb'\n    return x\nz = 1\n") ==
          "def f(x):\n    s = 'a\\\nb'\n    return x\n");
}

TEST_CASE("an indented function") {
    CHECK(block_of("    def f(x):\n        if x:\n            pass\n    z = 1\n") ==
          "    def f(x):\n        if x:\n            pass\n");
    CHECK(block_of("    def f(x):\n        pass\nz = 1\n") == "    def f(x):\n        pass\n");
}

TEST_CASE("what may go on") {
    CHECK(block_of("def f(x):\n    return x\n") == "def f(x):\n    return x\n...");
    CHECK(block_of("def f(x):\n    return x") == "def f(x):\n    return x...");
    CHECK(block_of("def f(x):\n    return (x +\n") == "def f(x):\n    return (x +\n...");
    CHECK(block_of("def f(x):\n    '''doc\n") == "def f(x):\n    '''doc\n...");
    CHECK(block_of("") == "...");
}

} // namespace cudapy::syntax
