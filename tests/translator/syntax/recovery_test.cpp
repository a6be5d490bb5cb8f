#include "parsing.h"

using namespace cudapy::syntax::test;

namespace {

/// The diagnostics of a function body, given without its indentation.
std::string body_errors(const std::string& text) {
    std::string indented = "def f():\n    ";
    for (char c : text) {
        indented += c;
        if (c == '\n') indented += "    ";
    }
    return errors(indented + "\n");
}

std::string body_codes(const std::string& text) {
    std::string indented = "def f():\n    ";
    for (char c : text) {
        indented += c;
        if (c == '\n') indented += "    ";
    }
    return codes(indented + "\n");
}

} // namespace

TEST_CASE("recovery: each broken line is reported once, and the rest is read") {
    Parsed parsed("def f():\n    a = = 1\n    b = 2\n    c = (3\n    return d e\n    g = 4\ndef h(:\n    "
                  "pass\ndef i():\n    j k\n",
                  true);
    CHECK(parsed.diagnostics() == "k.py:2:9: error[E120]: expected an expression, found `=`\n"
                                  "   2 |     a = = 1\n"
                                  "     |         ^ expected an expression\n"
                                  "k.py:4:9: error[E114]: `(` is never closed\n"
                                  "   4 |     c = (3\n"
                                  "     |         ^ opened here\n"
                                  "   = help: write the closing `)`\n"
                                  "k.py:5:14: error[E120]: expected the end of the statement, found `e`\n"
                                  "   5 |     return d e\n"
                                  "     |              ^ expected the end of the statement\n"
                                  "k.py:7:6: error[E114]: `(` is never closed\n"
                                  "   7 | def h(:\n"
                                  "     |      ^ opened here\n"
                                  "   = help: write the closing `)`\n"
                                  "k.py:10:7: error[E120]: expected the end of the statement, found `k`\n"
                                  "  10 |     j k\n"
                                  "     |       ^ expected the end of the statement\n"
                                  "5 errors\n");
    CHECK(parsed.tree() ==
          "def f()\n  error\n  assign b = 2\n  error\n  error\n  assign g = 4\ndef i()\n  error\n");
}

TEST_CASE("recovery: a broken header does not hide its block, nor its else") {
    Parsed parsed("def f():\n    if a = 3:\n        b c\n    else:\n        d\n    while x\n        e\n    "
                  "fro i in y:\n        g h\n    else:\n        i\n",
                  true);
    CHECK(parsed.tree() == "def f()\n  if a\n    error\n  else\n    expr d\n  while x\n    expr e\n  error\n "
                           " error\n  error\n  expr i\n");
    std::string places;
    for (const auto& diagnostic : parsed.sink.take_sorted()) {
        auto at = parsed.sources.begin(diagnostic.span);
        places += std::string(diagnostic.kind().code) + " " + std::to_string(at.line) + ":" +
                  std::to_string(at.column) + "\n";
    }
    CHECK(places == "E122 2:10\nE120 3:11\nE121 6:12\nE120 8:9\nE120 9:11\n");
}

TEST_CASE("recovery: habits of C") {
    CHECK(body_codes("a && b") == "E123 2:7 c-operator\n");
    CHECK(body_codes("if (a || b): pass") == "E123 2:11 c-operator\n");
    CHECK(body_codes("a = !b") == "E123 2:9 c-operator\n");
    CHECK(body_codes("a++\nb--;") == "E123 2:6 c-operator\nE123 3:6 c-operator\n");
    CHECK(body_codes("a = b ? c : d") == "E123 2:11 c-operator\n");
    CHECK(body_codes("a->b = 1") == "E123 2:6 c-operator\n");
    CHECK(body_codes("int a = 1\nunsigned int b;\nconst float c = 1") ==
          "E135 2:5 c-declaration\nE135 3:5 c-declaration\nE135 4:5 c-declaration\n");
    CHECK(body_codes("// a\n/* b */") == "E137 2:5 c-comment\nE137 3:5 c-comment\n");
    CHECK(body_codes("for (int i = 0; i < n; i++):\n    a") == "E138 2:9 c-for\n");
    CHECK(body_codes("a = 1;\nb = 2;") == "");
    CHECK(body_codes("if (a) {\n    b = 1;\n} else if (c) {\n    return 3;\n} else {\n    pass\n}\nd e") ==
          "E121 2:12 missing-colon\nE124 4:7 else-if\nE121 4:19 missing-colon\nE121 6:12 missing-colon\nE120 "
          "9:7 expected\n");
    CHECK(body_codes("print a\nprint 'a', b") == "E136 2:5 print-statement\nE136 3:5 print-statement\n");
}

TEST_CASE("recovery: words for conditions and colons") {
    CHECK(body_errors("while (a = b):\n    c\nif a\n    b\nelse if c:\n    d") ==
          "k.py:2:14: error[E122]: `=` assigns and is no comparison\n"
          "   2 |     while (a = b):\n"
          "     |              ^ expected `==`\n"
          "   = help: did you mean `==`?\n"
          "k.py:4:9: error[E121]: expected `:` at the end of this `if`, found the end of the line\n"
          "   4 |     if a\n"
          "     |         ^ expected `:`\n"
          "   = help: end the `if` with `:`\n"
          "k.py:6:5: error[E124]: expected `:` after `else`, found `if`\n"
          "   6 |     else if c:\n"
          "     |     ^^^^^^^ expected `:`\n"
          "   = help: write `elif`\n"
          "3 errors\n");
}

TEST_CASE("recovery: brackets") {
    CHECK(body_errors("a = b[1, (2)\nreturn a") == "k.py:2:10: error[E114]: `[` is never closed\n"
                                                   "   2 |     a = b[1, (2)\n"
                                                   "     |          ^ opened here\n"
                                                   "   = help: write the closing `]`\n"
                                                   "1 error\n");
    CHECK(body_errors("a = (b]\nc = d)") == "k.py:2:11: error[E113]: `]` does not close `(`\n"
                                            "   2 |     a = (b]\n"
                                            "     |         - opened here\n"
                                            "     |           ^ expected `)`\n"
                                            "k.py:3:10: error[E112]: `)` closes nothing\n"
                                            "   3 |     c = d)\n"
                                            "     |          ^ no bracket is open here\n"
                                            "   = help: remove the `)`, or write the bracket that opens it\n"
                                            "2 errors\n");
}

TEST_CASE("recovery: indentation") {
    CHECK(codes("def f():\n    a\n      b\n      c\n    d\n") == "E126 3:7 unexpected-indent\n");
    CHECK(codes("def f():\n    if a:\n    b\n") == "E125 3:5 expected-indent\n");
    CHECK(codes("def f():\n    if a:\n") == "E125 2:10 expected-indent\n");
    CHECK(codes("def f():\n    if a:\n        b\n      c\n    d\n") == "E110 4:1 inconsistent-dedent\n");
    CHECK(codes("def f():\n    if a:\n\tb\n        c\n") == "E109 3:1 inconsistent-tabs\n");
    CHECK(codes("def f():\n    else:\n        a\n    elif b:\n        c\n") == "E134 2:5 orphan-clause\n");
    CHECK(codes("def f():\n    pass\n    finally: a\n") == "E134 3:5 orphan-clause\n");
}

TEST_CASE("recovery: targets") {
    CHECK(body_errors("1 = a\nf(a) = b") == "k.py:2:5: error[E127]: cannot assign to a number\n"
                                            "   2 |     1 = a\n"
                                            "     |     ^ not a place for a value\n"
                                            "   = help: assign to a variable or to an element of an array\n"
                                            "k.py:3:5: error[E127]: cannot assign to a function call\n"
                                            "   3 |     f(a) = b\n"
                                            "     |     ^^^^ not a place for a value\n"
                                            "   = help: did you mean `==`?\n"
                                            "2 errors\n");
    CHECK(body_codes("a + b = c\na, 'x' = c\na, b += 1\nNone = a\nfor a + b in c: d\n(a if b else c) = d") ==
          "E127 2:5 cannot-assign\nE127 3:8 cannot-assign\nE127 4:5 cannot-assign\nE127 5:5 "
          "cannot-assign\nE127 6:9 cannot-assign\n"
          "E127 7:6 cannot-assign\n");
    CHECK(body_codes("is = 3\nlambda = a\nx.if = 3") ==
          "E133 2:5 keyword-as-name\nE133 3:5 keyword-as-name\nE133 4:7 keyword-as-name\n");
}

TEST_CASE("recovery: parameters and arguments") {
    CHECK(codes("def f(a=1, b): pass\n") == "E129 1:12 missing-default\n");
    CHECK(codes("def f(**a, b): pass\n") == "E130 1:12 parameter-order\n");
    CHECK(codes("def f(*): pass\n") == "E130 1:7 parameter-order\n");
    CHECK(codes("def f(a, *, b, *c): pass\n") == "E130 1:16 parameter-order\n");
    CHECK(codes("def f(/, a): pass\n") == "E130 1:7 parameter-order\n");
    CHECK(codes("def f(if): pass\n") == "E133 1:7 keyword-as-name\n");
    CHECK(codes("def if(): pass\n") == "E133 1:5 keyword-as-name\n");
    CHECK(codes("def f(float a): pass\n") == "E120 1:13 expected\n");
    CHECK(body_codes("g(a=1, b)\ng(if=1)") == "E131 2:12 argument-order\nE133 3:7 keyword-as-name\n");
}

TEST_CASE("recovery: numbers and strings") {
    CHECK(body_codes("a = 0777 + 1__0 + 1_ + 0x + 0b2 + 0o8 + 1e + 12abc + 10L + 1.5f") ==
          "E107 2:9 bad-number\nE107 2:16 bad-number\nE107 2:23 bad-number\nE107 2:28 bad-number\nE107 2:33 "
          "bad-number\n"
          "E107 2:39 bad-number\nE107 2:45 bad-number\nE107 2:50 bad-number\nE107 2:58 bad-number\nE107 2:64 "
          "bad-number\n");
    CHECK(body_codes("a = 'b\nc = d") == "E104 2:9 unterminated-string\n");
    CHECK(body_codes("a = 'b \\\nc'\nd e") == "E120 4:7 expected\n");
    CHECK(codes("def f():\n    a = '''b\n") == "E104 2:9 unterminated-string\n");
    CHECK(body_codes("'a\\x4' '\\u12' '\\U00110000' '\\N'") ==
          "E106 2:7 bad-escape\nE106 2:13 bad-escape\nE106 2:20 bad-escape\nE106 2:33 bad-escape\n");
    CHECK(body_codes("f'{a' + 1\nf'{b:'\nf'{c)}'") ==
          "E105 2:7 bad-f-string\nE105 3:7 bad-f-string\nE105 4:7 bad-f-string\n");
}

TEST_CASE("recovery: characters") {
    CHECK(body_codes("a = b \\ c\nd = $e\ng = “h”\ni = j\u00A0+ k\nl = m × n\no ≤ p") ==
          "E108 2:11 bad-line-continuation\nE103 3:9 unexpected-character\nE103 4:9 "
          "unexpected-character\nE103 4:11 unexpected-character\n"
          "E103 5:10 unexpected-character\nE103 6:11 unexpected-character\nE103 7:7 unexpected-character\n");
    CHECK(codes(std::string("def f(): a\0b\n", 14)) == "E102 1:11 nul-byte\n");
    CHECK(codes("def f(): '\xE9'\n") == "E101 1:11 invalid-utf8\n");
    CHECK(codes("\xFF\xFE" + std::string("d\0", 2)) == "E101 1:1 invalid-utf8\n");
    CHECK(codes("x = '\xE9' # \xFF\n") == "E101 1:6 invalid-utf8\n");
    CHECK(codes("# -*- coding: latin-1 -*-\nx = '\xE9'\ndef f(): a\n") == "");
    CHECK(codes("# -*- coding: latin-1 -*-\ndef f(): '\xE9'\n") == "E101 2:11 invalid-utf8\n");
}
