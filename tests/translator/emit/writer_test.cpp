#include "translator/emit/text/writer.h"

#include <doctest/doctest.h>

using namespace cudapy;
using namespace cudapy::emit;

TEST_CASE("emit: comments cannot reach into the code") {
    CHECK(comment_text("plain */ /* text") == "plain */ /* text");
    CHECK(comment_text("path C:\\") == "path C:\\ .");
    CHECK(comment_text("ends with blanks \\  ") == "ends with blanks \\ .");
    CHECK(comment_text("trigraph ?\?/") == "trigraph ?\?/ .");
    CHECK(comment_text("a\rb\vc\fd") == "a b c d");
    CHECK(comment_text("caf\xc3\xa9 \xe2\x88\x9ax") == "caf\xc3\xa9 \xe2\x88\x9ax");
    CHECK(comment_text("a\xe2\x80\xae"
                       "b\xe2\x80\xa8"
                       "c") == "a\\u202eb\\u2028c");
}

TEST_CASE("emit: strings") {
    CHECK(escape_string("a\"b\\c") == "a\\\"b\\\\c");
    CHECK(escape_string("a\nb\tc") == "a\\012b\\011c");
    CHECK(escape_string("what?\?/") == "what?\\?/");
}

TEST_CASE("emit: #line only where the line is not the one the compiler counts to") {
    SourceSet sources;
    sources.add(SourceFile("odd \"name\".py", "a\nb\nc\nd\n", 10));
    Writer writer(sources, true);
    writer.at(Span{0, 0, 1});
    writer.line("a;");
    writer.at(Span{0, 2, 3});
    writer.line("b;");
    writer.line("more;");
    writer.at(Span{0, 4, 5});
    writer.line("c;");
    CHECK(writer.take() == "#line 10 \"odd 'name'.py\"\na;\nb;\nmore;\n#line 12\nc;\n");
}

TEST_CASE("emit: long lines are broken where they are shallowest") {
    const std::string half(50, 'a');
    CHECK(wrap("x = " + half + " + " + half + ";", 4) ==
          std::vector<std::string>{"    x = " + half, "        + " + half + ";"});
    CHECK(wrap("f(" + half + ", " + half + ", b) + c;", 0) ==
          std::vector<std::string>{"f(" + half + ", " + half + ", b)", "    + c;"});
    CHECK(wrap("f(\"" + half + ", \\\" + " + half + "\", b);", 0) ==
          std::vector<std::string>{"f(\"" + half + ", \\\" + " + half + "\",", "    b);"});
    CHECK(wrap("short;", 4) == std::vector<std::string>{"    short;"});
    CHECK(wrap("", 0) == std::vector<std::string>{""});
}

TEST_CASE("emit: parameters are aligned when they need several lines") {
    SourceSet sources;
    Writer writer(sources, false);
    writer.function_head("void f", {"int a", "int b"});
    writer.function_head("void g", {});
    const std::string name(60, 'p');
    writer.function_head("void h", {"int " + name, "int " + name}, ";");
    CHECK(writer.take() ==
          "void f(int a, int b)\nvoid g()\nvoid h(int " + name + ",\n       int " + name + ");\n");
}
