#include "parsing.h"

using namespace cudapy::syntax::test;

TEST_CASE("expressions: arithmetic binds as in Python") {
    CHECK(expr("a + b * c") == "(+ a (* b c))");
    CHECK(expr("a - b - c") == "(- (- a b) c)");
    CHECK(expr("a // b % c / d @ e") == "(@ (/ (% (// a b) c) d) e)");
    CHECK(expr("(a + b) * c") == "(* (+ a b) c)");
    CHECK(expr("a << b + c >> d") == "(>> (<< a (+ b c)) d)");
    CHECK(expr("a | b ^ c & d") == "(| a (^ b (& c d)))");
}

TEST_CASE("expressions: power binds to the right, and tighter than a sign before it") {
    CHECK(expr("a ** b ** c") == "(** a (** b c))");
    CHECK(expr("-a ** -b") == "(neg (** a (neg b)))");
    CHECK(expr("~+-a") == "(invert (pos (neg a)))");
}

TEST_CASE("expressions: comparisons chain") {
    CHECK(expr("a < b <= c") == "(compare a < b <= c)");
    CHECK(expr("a > b >= c == d != e") == "(compare a > b >= c == d != e)");
    CHECK(expr("a is b is not None") == "(compare a is b is-not None)");
    CHECK(expr("a in b not in c") == "(compare a in b not-in c)");
    CHECK(expr("(a < b) < c") == "(compare (compare a < b) < c)");
}

TEST_CASE("expressions: and, or, not") {
    CHECK(expr("a or b and not c or d") == "(or a (and b (not c)) d)");
    CHECK(expr("not a == b") == "(not (compare a == b))");
    CHECK(expr("not not a") == "(not (not a))");
}

TEST_CASE("expressions: conditional") {
    CHECK(expr("a if b else c if d else e") == "(if b a (if d c e))");
    CHECK(expr("1if x else 2") == "(if x 1 2)");
}

TEST_CASE("expressions: calls") {
    CHECK(expr("f()") == "(call f)");
    CHECK(expr("f(a, b=c, *d, **e,)") == "(call f a b=c *d **e)");
    CHECK(expr("m.f(a)(b)") == "(call (call (. m f) a) b)");
    CHECK(expr("print(x)") == "(call print x)");
}

TEST_CASE("expressions: subscripts") {
    CHECK(expr("X[i]") == "(index X i)");
    CHECK(expr("X[i, j]") == "(index X (tuple i j))");
    CHECK(expr("X[i,]") == "(index X (tuple i))");
    CHECK(expr("X[a:b, ::c, :]") == "(index X (tuple (slice a b -) (slice - - c) (slice - - -)))");
    CHECK(expr("threadIdx.x + X[i][j].y") == "(+ (. threadIdx x) (. (index (index X i) j) y))");
}

TEST_CASE("expressions: tuples") {
    CHECK(expr("a, b") == "(tuple a b)");
    CHECK(expr("(a,)") == "(tuple a)");
    CHECK(expr("()") == "(tuple)");
    CHECK(expr("((a))") == "a");
}

TEST_CASE("expressions: numbers") {
    CHECK(expr("1_000") == "1000");
    CHECK(expr("0xFF, 0o17, 0b1_01, 00") == "(tuple 255 15 5 0)");
    CHECK(expr("18446744073709551615") == "18446744073709551615");
    CHECK(expr("18446744073709551616") == "too-large");
    CHECK(expr("1.5, 5., .5, 1e3, 1_0.2_5E-1, 0777.5") == "(tuple 1.5 5.0 0.5 1000.0 1.025 777.5)");
    CHECK(expr("1e400, 1e-400, 0.0e999999999999") == "(tuple inf 0.0 0.0)");
}

TEST_CASE("expressions: constants") {
    CHECK(expr("True, False, None") == "(tuple True False None)");
}

TEST_CASE("expressions: strings are joined and their escapes decoded") {
    CHECK(expr(R"(x == "a\tb" 'c"' r"\n")") == R"((compare x == "a\x09bc\"\\n"))");
    CHECK(expr(R"(x == "\x41\u00e9\101\q")") == R"((compare x == "AéA\\q"))");
    CHECK(expr("x == '''a\nb\\\nc'''") == R"((compare x == "a\nbc"))");
}

TEST_CASE("expressions: lambdas") {
    CHECK(expr("f(lambda x: x + 1, a)") == "(call f (lambda (x) (+ x 1)) a)");
    CHECK(expr("lambda: 1") == "(lambda () 1)");
    CHECK(expr("lambda a, b=lambda: 1, *c: a + b") == "(lambda (a b=(lambda () 1) *c) (+ a b))");
    CHECK(expr("lambda a, /, **c: (a, 1)") == "(lambda (/a **c) (tuple a 1))");
}

TEST_CASE("expressions: what is not in the language is named, and its operands are not kept") {
    CHECK(expr("[a, b]") == "<list>");
    CHECK(expr("{}") == "<dict>");
    CHECK(expr("{a: b, **c}") == "<dict>");
    CHECK(expr("{a, b[c:d]}") == "<set>");
    CHECK(expr("a if b else {c: d}") == "(if b a <dict>)");
    CHECK(expr("[a for a in b if c]") == "<comprehension>");
    CHECK(expr("{a: b for a in c}") == "<comprehension>");
    CHECK(expr("(a for a in b)") == "<generator>");
    CHECK(expr("sum(a for a in b)") == "(call sum <generator>)");
    CHECK(expr("await a.b()") == "<await>");
    CHECK(expr("(yield)") == "<yield>");
    CHECK(expr("yield from a") == "<yield>");
    CHECK(expr("c[d] + (a := b)") == "(+ (index c d) <walrus>)");
    CHECK(expr("*a, b") == "(tuple <starred> b)");
    CHECK(expr("...") == "<ellipsis>");
    CHECK(expr("b'a' rb'b'") == "<bytes>");
    CHECK(expr("2j + .5J") == "(+ <imaginary> <imaginary>)");
}

TEST_CASE("expressions: f-strings end where Python 3.12 ends them") {
    CHECK(expr("f'{x:\">10}'") == R"((f-string "" (field x "\">10") ""))");
    CHECK(expr("f\"{x:'>10}\" 'a'") == R"((f-string "" (field x "'>10") "a"))");
    CHECK(expr("f'{a['b']}', c") == R"((tuple (f-string "" (field (index a "b")) "") c))");
    CHECK(expr("f'{{}}{a!r:>{w}}', c") == R"((tuple (f-string "{}" (field a !r ">{w}") "") c))");
    CHECK(
        expr("f'{f\"{1}\"}', rf'\\{a}', f'\\N{DASH}', c") ==
        R"((tuple (f-string "" (field (f-string "" (field 1) "")) "") (f-string "\\" (field a) "") (f-string "\\N{DASH}") c))");
    CHECK(expr("f'''{\n a # }\n}''', c") == R"((tuple (f-string "" (field a) "") c))");
    CHECK(
        expr("f'{ a = }{b!=c}{d<=e}{(f:=g)}{h ==i=:5}'") ==
        R"((f-string " a = " (field a) "" (field (compare b != c)) "" (field (compare d <= e)) "" (field <walrus>) "h ==i=" (field (compare h == i) "5") ""))");
    CHECK(expr("'a\\n' f'\\t{a, b}{{\\x41' \"c\"") == R"((f-string "a\n\x09" (field (tuple a b)) "{Ac"))");
    CHECK(expr("t'{a}', c") == "(tuple <f-string> c)");
}

TEST_CASE("expressions: identifiers are Unicode, compared as Python does") {
    CHECK(expr("größe + 変数 + _α1") == "(+ (+ größe 変数) _α1)");
    CHECK(expr("ｆｏｏ + 𝐱") == "(+ foo x)");
}

TEST_CASE("expressions: brackets and backslashes go on over lines") {
    CHECK(expr("(a +\n\n  # comment\nb)") == "(+ a b)");
    CHECK(expr("a + \\\n b") == "(+ a b)");
    CHECK(expr("f(a,\r\n  b)") == "(call f a b)");
}

TEST_CASE("expressions: spans") {
    Parsed parsed("def f():\n    x = (a + b) * c[i]\n", true);
    const auto& assign = cudapy::syntax::as<cudapy::syntax::Assign>(*parsed.module.functions[0].body[0]);
    const auto& product = cudapy::syntax::as<cudapy::syntax::Binary>(*assign.value);
    CHECK(parsed.sources.text(assign.span) == "x = (a + b) * c[i]");
    CHECK(parsed.sources.text(product.span) == "(a + b) * c[i]");
    CHECK(parsed.sources.text(product.op_span) == "*");
    CHECK(parsed.sources.text(product.left->span) == "a + b");
    CHECK(product.left->parenthesized);
    CHECK(parsed.sources.text(product.right->span) == "c[i]");
}

TEST_CASE("expressions: one that is nested too deeply is refused") {
    CHECK(codes("def f():\n    x = " + std::string(1000, '(') + "1" + std::string(1000, ')') + "\n") ==
          "E111 2:159 too-deep\n");
    CHECK(codes("def f():\n    x = " + std::string(100000, '-') + "1\n") == "E111 2:158 too-deep\n");
    std::string sum = "1";
    for (int i = 0; i < 2000; ++i)
        sum += "+1";
    CHECK(codes("def f():\n    x = " + sum + "\n") == "E111 2:9 too-deep\n");
    std::string short_sum = "1";
    for (int i = 0; i < 400; ++i)
        short_sum += "+1";
    CHECK(codes("def f():\n    x = " + short_sum + "\n") == "");
}

TEST_CASE("expressions: one that is very long is refused, not overflowed") {
    auto repeated = [](const std::string& head, const std::string& operand, const std::string& separator,
                       int count, const std::string& tail) {
        std::string text = "def f():\n    " + head + operand;
        for (int i = 1; i < count; ++i)
            text += separator + operand;
        return codes(text + tail + "\n");
    };
    for (const char* op : {" and ", " or ", " < "}) {
        CHECK(repeated("", "a", op, 400, "") == "");
        CHECK(repeated("", "a", op, 501, "") == "E111 2:5 too-deep\n");
    }
    CHECK(repeated("f(", "a", ", ", 400, ")") == "");
    CHECK(repeated("f(", "a", ", ", 30000, ")") == "E111 2:5 too-deep\n");
    std::string nested = "a";
    for (int i = 0; i < 10; ++i)
        nested = "(" + nested + " and a and a and a and a and a and a and a and a and a and a and a and a)";
    CHECK(repeated("", "a", " and ", 100, " and " + nested) == "");
    CHECK(repeated("", "a", " and ", 400, " and " + nested) == "E111 2:5 too-deep\n");
}
