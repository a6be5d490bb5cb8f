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
    const std::string half(50, 'a'), third(30, 'b');
    CHECK(wrap("x = " + half + " + " + half + ";", 4) ==
          std::vector<std::string>{"    x = " + half, "        + " + half + ";"});
    CHECK(wrap("f(" + half + ", " + half + ", b) + c;", 0) ==
          std::vector<std::string>{"f(" + half + ", " + half + ", b)", "    + c;"});
    CHECK(wrap("f(\"" + half + ", \\\" + " + half + "\", b);", 0) ==
          std::vector<std::string>{"f(\"" + half + ", \\\" + " + half + "\",", "  b);"});
    CHECK(wrap("k<<<grid, block>>>(g(" + half + ", x), " + half + ");", 4) ==
          std::vector<std::string>{"    k<<<grid, block>>>(g(" + half + ", x),",
                                   std::string(23, ' ') + half + ");"});
    CHECK(wrap("if (f(" + half + ") < " + third + " && " + third + ") {", 4) ==
          std::vector<std::string>{"    if (f(" + half + ") < " + third, "            && " + third + ") {"});
    CHECK(wrap(half + half + "(a, b)) + " + half + ";", 0) ==
          std::vector<std::string>{half + half + "(a, b))", "    + " + half + ";"});
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

TEST_CASE("emit: each line knows the line of Python that it stands for") {
    SourceSet sources;
    sources.add(SourceFile("f.py", "a\nb\nc\nd\n", 10));
    for (const bool line_directives : {false, true}) {
        Writer writer(sources, line_directives);
        writer.comment("of the file");
        writer.at(Span{0, 0, 1});
        writer.function_head("void f", {});
        writer.open("{");
        writer.comment("of the statement");
        writer.at(Span{0, 2, 3});
        writer.open("if (b) {");
        writer.at(Span{0, 4, 5});
        writer.line("c;");
        writer.line("more;");
        writer.reopen("} else {");
        writer.at(Span{0, 6, 7});
        writer.reopen("} else if (d) {");
        writer.close();
        writer.close();
        writer.blank();
        writer.line("int of_nobody;");
        std::string shown;
        std::size_t begin = 0;
        const std::string text = writer.take();
        for (const PythonLine& line : writer.take_python_lines()) {
            const std::size_t end = text.find('\n', begin);
            const std::string code = text.substr(begin, end - begin);
            begin = end + 1;
            if (!code.starts_with("#line"))
                shown += (line.line ? std::to_string(line.line) : "--") + " " + code + "\n";
        }
        CHECK(begin == text.size());
        CHECK(shown == "-- // of the file\n10 void f()\n10 {\n--     // of the statement\n11     if (b) "
                       "{\n12         c;\n"
                       "12         more;\n11     } else {\n13     } else if (d) {\n13     }\n10 }\n-- \n-- "
                       "int of_nobody;\n");
    }
}
