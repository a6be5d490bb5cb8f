#include "translator/diagnostics/kinds/flow_kinds.h"
#include "translator/diagnostics/kinds/option_kinds.h"
#include "translator/diagnostics/render.h"

#include <doctest/doctest.h>

using namespace cudapy;
using namespace cudapy::diag;

namespace {

/// The span of the `nth` occurrence of `what` in the file.
Span at(const SourceSet& sources, std::string_view what, int nth = 1, uint32_t file = 0) {
    std::size_t begin = sources.file(file).text().find(what);
    while (--nth > 0)
        begin = sources.file(file).text().find(what, begin + 1);
    REQUIRE(begin != std::string::npos);
    return {file, static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + what.size())};
}

SourceSet one_file(std::string text) {
    SourceSet sources;
    sources.add({"kernels.py", std::move(text)});
    return sources;
}

/// A payload with short words: message "`x` must return `int`, but some path reaches its end without
/// `return`", no label.
const MissingReturn missing_return{"x", "int"};
const UnassignedVariable unassigned{"x", false};
const MaybeUnassigned maybe{"x", MaybeUnassigned::Reason::loop};

} // namespace

TEST_CASE("render: message, caret, label, note and help") {
    const SourceSet sources = one_file("def f():\n    y = x\n");
    CHECK(render({unassigned, at(sources, "x"), {}}, sources) ==
          "kernels.py:2:9: error[E550]: `x` is used before it is assigned\n"
          "   2 |     y = x\n"
          "     |         ^ no value yet\n"
          "   = note: every path that comes here comes before the assignment\n"
          "   = help: assign `x` a first value above this line\n");
}

TEST_CASE("render: labels are with their own lines, in source order") {
    const SourceSet sources = one_file("a = 1\nbb = x + a\nc = 3\n");
    const Diagnostic diagnostic{
        unassigned,
        at(sources, "x"),
        {{at(sources, "c"), "after"}, {at(sources, "a"), "before"}, {at(sources, "bb"), "same line"}}};
    CHECK(render(diagnostic, sources) == "kernels.py:2:6: error[E550]: `x` is used before it is assigned\n"
                                         "   1 | a = 1\n"
                                         "     | - before\n"
                                         "   2 | bb = x + a\n"
                                         "     | -- same line\n"
                                         "     |      ^ no value yet\n"
                                         "   3 | c = 3\n"
                                         "     | - after\n"
                                         "   = note: every path that comes here comes before the assignment\n"
                                         "   = help: assign `x` a first value above this line\n");
}

TEST_CASE("render: a label in another file names it") {
    SourceSet sources = one_file("x\n");
    sources.add({"other.py", "\n\nxyz\n", 40});
    const Diagnostic diagnostic{missing_return, at(sources, "x"), {{at(sources, "xyz", 1, 1), "here"}}};
    CHECK(
        render(diagnostic, sources) ==
        "kernels.py:1:1: error[E551]: `x` must return `int`, but some path reaches its end without `return`\n"
        "   1 | x\n"
        "     | ^\n"
        " --> other.py:42\n"
        "  42 | xyz\n"
        "     | --- here\n"
        "   = note: Python would give `None` there, which is no `int`\n"
        "   = help: add a `return` with a value at the end\n");
}

TEST_CASE("render: a span of several lines is underlined to the end of its first") {
    const SourceSet sources = one_file("y = (1 +\n     2)\n");
    CHECK(render({maybe, at(sources, "(1 +\n     2)"), {}}, sources) ==
          "kernels.py:1:5: warning[W910]: `x` may be used before it is assigned\n"
          "   1 | y = (1 +\n"
          "     |     ^^^^ has no value where the loop ran zero times\n"
          "   = help: assign `x` a first value before the loop\n");
}

TEST_CASE("render: tabs are kept, wide characters take two columns, combining ones none") {
    const SourceSet sources = one_file("\tif \t x:\n名前 = x\ne\u0301 = x\n");
    const auto lines = [&](int nth) {
        const std::string text = render({missing_return, at(sources, "x", nth), {}}, sources);
        return text.substr(text.find('\n') + 1, text.find("   = note") - text.find('\n') - 1);
    };
    CHECK(lines(1) == "   1 | \tif \t x:\n     | \t   \t ^\n");
    CHECK(lines(2) == "   2 | 名前 = x\n     |        ^\n");
    CHECK(lines(3) == "   3 | e\u0301 = x\n     |     ^\n");
    const std::string wide = render({missing_return, at(sources, "名前"), {}}, sources);
    CHECK(wide.find("     | ^^^^\n") != std::string::npos);
    // Columns count characters.
    CHECK(render({missing_return, at(sources, "x", 2), {}}, sources).starts_with("kernels.py:2:6: "));
}

TEST_CASE("render: what must not reach a terminal is replaced") {
    const SourceSet sources = one_file("y = \x1b[31mx\xff \u202ex\n");
    CHECK(render({unassigned, at(sources, "x"), {}}, sources) ==
          "kernels.py:1:10: error[E550]: `x` is used before it is assigned\n"
          "   1 | y = \uFFFD[31mx\uFFFD \uFFFDx\n"
          "     |          ^ no value yet\n"
          "   = note: every path that comes here comes before the assignment\n"
          "   = help: assign `x` a first value above this line\n");
}

TEST_CASE("render: a very long line is cut around the span") {
    const std::string many(300, 'a');
    const auto lines = [](const SourceSet& sources, Span span) {
        const std::string text = render({missing_return, span, {}}, sources);
        return text.substr(text.find('\n') + 1, text.find("   = note") - text.find('\n') - 1);
    };
    const SourceSet middle = one_file(many + " x " + many + "\n");
    CHECK(lines(middle, at(middle, "x")) == "   1 | ..." + std::string(35, 'a') + " x " +
                                                std::string(72, 'a') + "...\n     | " + std::string(39, ' ') +
                                                "^\n");
    const SourceSet begin = one_file("x " + many + "\n");
    CHECK(lines(begin, at(begin, "x")) == "   1 | x " + std::string(108, 'a') + "...\n     | ^\n");
    const SourceSet end = one_file(many + " x\n");
    CHECK(lines(end, at(end, "x")) ==
          "   1 | ..." + std::string(35, 'a') + " x\n     | " + std::string(39, ' ') + "^\n");
    const SourceSet whole = one_file(many + "\n");
    CHECK(lines(whole, at(whole, many)) ==
          "   1 | " + std::string(110, 'a') + "...\n     | " + std::string(110, '^') + "\n");
}

TEST_CASE("render: places at the edges of a file") {
    const auto first_two = [](const std::string& text) { return text.substr(0, text.find("   = note")); };
    const SourceSet sources = one_file("x\n");
    const std::string message =
        "error[E551]: `x` must return `int`, but some path reaches its end without `return`\n";
    CHECK(first_two(render({missing_return, {0, 1, 1}, {}}, sources)) ==
          "kernels.py:1:2: " + message + "   1 | x\n     |  ^\n");
    CHECK(first_two(render({missing_return, {0, 2, 2}, {}}, sources)) ==
          "kernels.py:2:1: " + message + "   2 |\n     | ^\n");
    const SourceSet empty = one_file("");
    CHECK(first_two(render({missing_return, {0, 0, 0}, {}}, empty)) ==
          "kernels.py:1:1: " + message + "   1 |\n     | ^\n");
    SourceSet far;
    far.add({"kernels.py", "x\n", 123456});
    CHECK(first_two(render({missing_return, {0, 0, 1}, {}}, far)) ==
          "kernels.py:123456:1: " + message + "123456 | x\n       | ^\n  ");
}

TEST_CASE("render: about a file as a whole") {
    const SourceSet sources = one_file("def f(): pass\n");
    CHECK(render({UnknownKernel{"saxpi", "saxpy"}, {}, {}}, sources) ==
          "kernels.py: error[E801]: there is no function `saxpi` with a signature in this file\n"
          "   = help: did you mean `saxpy`?\n");
    CHECK(render({UnknownKernel{"saxpi", ""}, {}, {}}, SourceSet()) ==
          "error[E801]: there is no function `saxpi` with a signature in this file\n"
          "   = help: write a signature above its `def`, such as `# saxpi : void (float* X, int n)`\n");
}

TEST_CASE("render: colours") {
    const SourceSet sources = one_file("y = x\n");
    const Diagnostic error{unassigned, at(sources, "x"), {{at(sources, "y"), "first"}}};
    CHECK(render(error, sources, {.color = true}) ==
          "\x1b[1mkernels.py:1:5: \x1b[0m\x1b[1;31merror[E550]\x1b[0m\x1b[1m: `x` is used before it is "
          "assigned\x1b[0m\n"
          "\x1b[1;34m   1 |\x1b[0m y = x\n"
          "\x1b[1;34m     |\x1b[0m \x1b[1;34m- first\x1b[0m\n"
          "\x1b[1;34m     |\x1b[0m     \x1b[1;31m^ no value yet\x1b[0m\n"
          "\x1b[1;34m   =\x1b[0m \x1b[1mnote:\x1b[0m every path that comes here comes before the assignment\n"
          "\x1b[1;34m   =\x1b[0m \x1b[1;36mhelp:\x1b[0m assign `x` a first value above this line\n");
    const std::string warning = render({maybe, at(sources, "x"), {}}, sources, {.color = true});
    CHECK(warning.find("\x1b[1;33mwarning[W910]\x1b[0m") != std::string::npos);
    const std::string strict =
        render({maybe, at(sources, "x"), {}}, sources, {.color = true, .strict = true});
    CHECK(strict.find("\x1b[1;31merror[W910]\x1b[0m") != std::string::npos);
}

TEST_CASE("render: all of them, and a line that counts") {
    const SourceSet sources = one_file("y = x\n");
    const Diagnostic error{unassigned, at(sources, "x"), {}};
    const Diagnostic warning{maybe, at(sources, "y"), {}};
    const std::string error_text = render(error, sources), warning_text = render(warning, sources);
    CHECK(render_all({}, sources) == "");
    CHECK(render_all({error}, sources) == error_text + "1 error\n");
    CHECK(render_all({warning}, sources) == warning_text + "1 warning\n");
    CHECK(render_all({warning, error, error}, sources) ==
          warning_text + error_text + error_text + "2 errors, 1 warning\n");
    CHECK(render_all({warning, error}, sources, {.strict = true}) ==
          render(warning, sources, {.strict = true}) + error_text + "2 errors\n");
}

TEST_CASE("render: JSON") {
    const SourceSet sources = one_file("y = \"\xff\"\nx\n");
    const Diagnostic error{
        UnassignedVariable{"\xC3\x28\"\\\x01"}, at(sources, "x"), {{at(sources, "y"), "a\tb"}}};
    CHECK(render_json({}, sources) == "[]");
    CHECK(
        render_json({error, {maybe, at(sources, "y"), {}}}, sources) ==
        R"([{"code": "E550", "name": "unassigned-variable", "severity": "error", "message": "`)"
        "\uFFFD"
        R"((\"\\\u0001` is used before it is assigned", "file": "kernels.py", "line": 2, "column": 1, "end_line": 2, "end_column": 2, )"
        R"("label": "no value yet", "note": "every path that comes here comes before the assignment", "help": "assign `)"
        "\uFFFD"
        R"((\"\\\u0001` a first value above this line", "labels": [{"file": "kernels.py", "line": 1, "column": 1, "end_line": 1, "end_column": 2, "text": "a\tb"}]}, )"
        R"({"code": "W910", "name": "maybe-unassigned", "severity": "warning", "message": "`x` may be used before it is assigned", )"
        R"("file": "kernels.py", "line": 1, "column": 1, "end_line": 1, "end_column": 2, "label": "has no value where the loop ran zero times", )"
        R"("note": "", "help": "assign `x` a first value before the loop", "labels": []}])");
    const std::string strict = render_json({{maybe, at(sources, "y"), {}}}, sources, {.strict = true});
    CHECK(strict.find("\"severity\": \"error\"") != std::string::npos);
}

TEST_CASE("render: the nearest name") {
    const std::vector<std::string> names{"threadIdx", "blockIdx", "syncthreads", "saxpy", "n", "N", "size"};
    CHECK(nearest("threadidx", names) == "threadIdx");
    CHECK(nearest("THREADIDX", names) == "threadIdx");
    CHECK(nearest("treadIdx", names) == "threadIdx");
    CHECK(nearest("syncthread", names) == "syncthreads");
    CHECK(nearest("sxapy", names) == "saxpy"); // two neighbours swapped
    CHECK(nearest("sizes", names) == "size");
    CHECK(nearest("entirely", names) == "");
    CHECK(nearest("m", names) == "");               // one letter: another name is another name
    CHECK(nearest("saxpy", names) == "");           // the name itself is no suggestion
    CHECK(nearest("abC", {"abd", "abc"}) == "abc"); // of the same distance, the one whose case agrees better
    CHECK(nearest("", names) == "");
    CHECK(nearest("x", {}) == "");
}

TEST_CASE("sink: source order, each code and place once") {
    Sink sink;
    CHECK_FALSE(sink.has_errors());
    sink.report(maybe, {0, 5, 6});
    CHECK_FALSE(sink.has_errors());
    sink.report(unassigned, {1, 0, 1});
    sink.report(unassigned, {0, 9, 10});
    sink.report(missing_return, {0, 5, 6});
    sink.report(UnassignedVariable{"other"}, {0, 9, 10});
    CHECK(sink.error_count() == 4);
    const auto diagnostics = sink.take_sorted();
    std::string order;
    for (const Diagnostic& diagnostic : diagnostics)
        order += std::string(diagnostic.kind().code) + "@" + std::to_string(diagnostic.span.file) + ":" +
                 std::to_string(diagnostic.span.begin) + " ";
    CHECK(order == "W910@0:5 E551@0:5 E550@0:9 E550@1:0 ");
    CHECK(diagnostics[2].payload.as<UnassignedVariable>()->name == "x"); // the first that was reported
    CHECK_FALSE(sink.has_errors());
    CHECK(sink.take_sorted().empty());
}
