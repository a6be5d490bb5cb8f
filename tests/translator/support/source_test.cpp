#include "translator/support/source.h"

#include <doctest/doctest.h>

using namespace cudapy;

static std::string place(const SourceFile& file, uint32_t offset) {
    Position at = file.position(offset);
    return std::to_string(at.line) + ":" + std::to_string(at.column);
}

TEST_CASE("source: lines and columns count from 1") {
    SourceFile file("a.py", "ab\nc\n\nd");
    CHECK(place(file, 0) == "1:1");
    CHECK(place(file, 2) == "1:3");
    CHECK(place(file, 3) == "2:1");
    CHECK(place(file, 5) == "3:1");
    CHECK(place(file, 6) == "4:1");
    CHECK(place(file, 7) == "4:2");
    CHECK(place(file, 1000) == "4:2");
}

TEST_CASE("source: columns count characters, not bytes") {
    SourceFile file("a.py", "é𝛼x");
    CHECK(place(file, 2) == "1:2");
    CHECK(place(file, 6) == "1:3");
    CHECK(place(file, 7) == "1:4");
}

TEST_CASE("source: LF, CR LF and a lone CR end lines") {
    SourceFile file("a.py", "a\r\nb\rc\n");
    CHECK(file.line(1) == "a");
    CHECK(file.line(2) == "b");
    CHECK(file.line(3) == "c");
    CHECK(file.line(4) == "");
    CHECK(file.line(5) == "");
    CHECK(file.line(0) == "");
    CHECK(place(file, 3) == "2:1");
    CHECK(place(file, 5) == "3:1");
}

TEST_CASE("source: a byte order mark is no character") {
    SourceFile file("a.py", "\xEF\xBB\xBFxy");
    CHECK(place(file, 3) == "1:1");
    CHECK(place(file, 4) == "1:2");
    CHECK(place(file, 0) == "1:1");
    CHECK(file.line(1) == "xy");
}

TEST_CASE("source: a text cut out of a file keeps its line numbers") {
    SourceFile file("a.py", "a\nb", 40);
    CHECK(place(file, 2) == "41:1");
    CHECK(file.line(41) == "b");
    CHECK(file.line_begin(41) == 2);
    CHECK(file.line_begin(39) == 0);
    CHECK(file.line_begin(42) == 3);
    CHECK(file.line(1) == "");
}

TEST_CASE("source: spans of a set") {
    SourceSet sources;
    sources.add(SourceFile("a.py", "first"));
    uint32_t second = sources.add(SourceFile("b.py", "one two"));
    CHECK(sources.size() == 2);
    CHECK(sources.text({second, 4, 7}) == "two");
    CHECK(sources.text({second, 4, 99}) == "two");
    CHECK(sources.begin({second, 4, 7}).column == 5);
    CHECK(Span::cover({1, 4, 6}, {1, 2, 5}) == Span{1, 2, 6});
}
