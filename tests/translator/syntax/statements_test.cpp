#include "parsing.h"

using namespace cudapy::syntax::test;

TEST_CASE("statements: assignments") {
    CHECK(body("a = b = c, d") == "assign a b = (tuple c d)\n");
    CHECK(body("a, X[i], p.x = X[i], a, 1") ==
          "assign (tuple a (index X i) (. p x)) = (tuple (index X i) a 1)\n");
    CHECK(body("(a, b), *c = d") == "assign (tuple (tuple a b) <starred>) = d\n");
    CHECK(body("x: int\nx: cp.int64 = 3") == "assign x : int = -\nassign x : (. cp int64) = 3\n");
    CHECK(body("a += 1; a -= 1; a *= 1; a /= 1; a //= 1; a %= 1; a **= 1") ==
          "assign a += 1\nassign a -= 1\nassign a *= 1\nassign a /= 1\nassign a //= 1\nassign a %= 1\nassign "
          "a **= 1\n");
    CHECK(body("a <<= 1; a >>= 1; a &= 1; a |= 1; a ^= 1; a @= 1") ==
          "assign a <<= 1\nassign a >>= 1\nassign a &= 1\nassign a |= 1\nassign a ^= 1\nassign a @= 1\n");
}

TEST_CASE("statements: simple ones") {
    CHECK(body("pass; break; continue;") == "pass\nbreak\ncontinue\n");
    CHECK(body("return\nreturn a, b") == "return -\nreturn (tuple a b)\n");
    CHECK(body("assert a\nassert a, 'why'") == "assert a -\nassert a \"why\"\n");
}

TEST_CASE("statements: if") {
    CHECK(body("if a:\n    b\nelif c: d; e\nelif g:\n    h\nelse:\n    i") ==
          "if a\n  expr b\nelse\n  elif c\n    expr d\n    expr e\n  else\n    elif g\n      expr h\n    "
          "else\n      expr i\n");
}

TEST_CASE("statements: loops") {
    CHECK(body("while a < b:\n    c\nelse:\n    d") == "while (compare a < b)\n  expr c\nelse\n  expr d\n");
    CHECK(body("for i in range(3): a") == "for i in (call range 3)\n  expr a\n");
    CHECK(body("for i, (a, b) in enumerate(X):\n    a\nelse:\n    b") ==
          "for (tuple i (tuple a b)) in (call enumerate X)\n  expr a\nelse\n  expr b\n");
    CHECK(body("for X[a in b] in c: d") == "for (index X (compare a in b)) in c\n  expr d\n");
}

TEST_CASE("statements: what is not in the language is skipped with its block") {
    CHECK(body("with a as b, c:\n    d\n    e\nf") == "unsupported with\nexpr f\n");
    CHECK(body("try:\n    a\nexcept E as e:\n    b\nelse:\n    c\nfinally:\n    d\ng") ==
          "unsupported try\nexpr g\n");
    CHECK(body("raise E(a) from b") == "unsupported raise\n");
    CHECK(body("import a.b as c\nfrom . import (d,\n  e)") == "unsupported import\nunsupported import\n");
    CHECK(body("global a, b; nonlocal c") == "unsupported global\nunsupported nonlocal\n");
    CHECK(body("del a[0], b") == "unsupported del\n");
    CHECK(body("class A(B):\n    def m(self):\n        pass\na") == "unsupported class\nexpr a\n");
    CHECK(body("@d\n@e(1)\ndef g():\n    pass\na") == "unsupported def\nexpr a\n");
    CHECK(body("async def g(): pass\nasync for a in b:\n    c\nelse:\n    d\nasync with e: f") ==
          "unsupported async\nunsupported async\nunsupported async\n");
    CHECK(body("type A[T] = B") == "unsupported type\n");
}

TEST_CASE("statements: match") {
    CHECK(body("match a + 1:\n  # one\n  case 1: b # not two\n  case -2 | (C.D.E | 3.5) if c:\n    d\n    e\n"
               "  case _: pass\nf") == "match (+ a 1)\n"
                                       "# one\n"
                                       "case 1\n"
                                       "  expr b #: not two\n"
                                       "case (neg 2) (. (. C D) E) 3.5 if c\n"
                                       "  expr d\n"
                                       "  expr e\n"
                                       "case _\n"
                                       "  pass\n"
                                       "expr f\n");
    CHECK(
        body(
            "match a:\n  case [b, *_] | {1: 2} if c: d\n  case e: f\n  case P(x=1): g\n  case 1 + 2j: h\n") ==
        "match a\n"
        "case <pattern> if c\n"
        "  expr d\n"
        "case <pattern>\n"
        "  expr f\n"
        "case <pattern>\n"
        "  expr g\n"
        "case <pattern>\n"
        "  expr h\n");
}

TEST_CASE("statements: soft keywords are names") {
    CHECK(body("match = case + type\nmatch[0] = 1\ntype(x)\nmatch(a, b)\n_ = 3") ==
          "assign match = (+ case type)\nassign (index match 0) = 1\nexpr (call type x)\nexpr (call match a "
          "b)\nassign _ = 3\n");
}

TEST_CASE("statements: tabs, form feeds and odd indentation as in Python") {
    CHECK(body("if a:\n\tb\n\tc\nd") == "if a\n  expr b\n  expr c\nexpr d\n");
    Parsed tabs("def f():\n\tif a:\n\t\tb\n\f\tc\n", true);
    CHECK(tabs.diagnostics() == "");
    CHECK(tabs.tree() == "def f()\n  if a\n    expr b\n  expr c\n");
}

TEST_CASE("statements: line endings of every system") {
    for (std::string end : {"\n", "\r\n", "\r"}) {
        Parsed parsed("def f():" + end + "    if a:" + end + "        b" + end + end + "    c" + end, true);
        CHECK(parsed.diagnostics() == "");
        CHECK(parsed.tree() == "def f()\n  if a\n    expr b\n  expr c\n");
    }
}

TEST_CASE("statements: the last line needs no end") {
    CHECK(Parsed("def f(): a", true).tree() == "def f()\n  expr a\n");
    CHECK(Parsed("def f():\n    a # b", true).tree() == "def f()\n  expr a #: b\n");
}

TEST_CASE("statements: comments go with their statement") {
    CHECK(body("# one\n#two\n\n# three\na = b # at the end  \n# next\nc") ==
          "# one\n# two\n# three\nassign a = b #: at the end\n# next\nexpr c\n");
    CHECK(body("if a: # head\n    # in\n    b\n# above else\nelse: # else\n    c") ==
          "if a #: head\n  # in\n  expr b\n# above else\nelse\n  # else\n  expr c\n");
    CHECK(body("f(a, # first\n  # second\n  b) # third") ==
          "# first\n# second\nexpr (call f a b) #: third\n");
    CHECK(body("with a:\n    b # inside\n# after\nc") == "unsupported with\n# after\nexpr c\n");
}

TEST_CASE("statements: deep blocks are refused, not overflowed") {
    std::string text = "def f():\n";
    for (int i = 1; i < 300; ++i)
        text += std::string(static_cast<std::size_t>(i), ' ') + "if a:\n";
    text += std::string(300, ' ') + "b\n    c\n";
    CHECK(codes(text) == "E111 102:102 too-deep\n");
}

TEST_CASE("statements: a long chain of elif is refused, not overflowed") {
    std::string text = "def f():\n  if a:\n    b\n";
    for (int i = 0; i < 400; ++i)
        text += "  elif a:\n    b\n";
    CHECK(codes(text) == "");
    for (int i = 0; i < 400; ++i)
        text += "  elif a:\n    b\n";
    CHECK(codes(text) == "E111 1002:3 too-deep\n");
}
