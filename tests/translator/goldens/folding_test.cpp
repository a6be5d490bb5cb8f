#include "folding.h"

#include <doctest/doctest.h>

#include <stdexcept>

using namespace cudapy;

namespace {

/// A file of some lines, of which a part of that name begins with line `begin` and ends before line `end`.
struct Lines {
    EmittedText file;
    std::vector<std::size_t> begins = {0};

    explicit Lines(const std::string& text) : file{text, {}} {
        for (std::size_t i = 0; i < text.size(); ++i)
            if (text[i] == '\n') begins.push_back(i + 1);
    }
    Lines& part(const std::string& name, std::size_t begin, std::size_t end) {
        file.parts.push_back({name, begins.at(begin), begins.at(end)});
        return *this;
    }
};

const Lines& one() {
    static const Lines file = Lines("#include <a>\n\nint f();\n\nint g(float);\n\nint k;\n")
                                  .part("prelude f", 1, 3)
                                  .part("helper g(float)", 3, 5);
    return file;
}
const Lines& other() {
    static const Lines file = Lines("\nint f_2();\n\nint g(float);\n\nint g(int);\n\nint l;\n")
                                  .part("prelude f", 0, 2)
                                  .part("helper g(float)", 2, 4)
                                  .part("helper g(int)", 4, 6);
    return file;
}

} // namespace

TEST_CASE("folding: the first of the texts that are most frequent is the text of a part") {
    const PartTexts expected = {{"helper g(float)", "\nint g(float);\n"},
                                {"helper g(int)", "\nint g(int);\n"},
                                {"prelude f", "\nint f();\n"}};
    CHECK(common_parts({&one().file, &other().file}) == expected);
    const EmittedText& file = other().file;
    CHECK(common_parts({&one().file, &file, &file}).at("prelude f") == "\nint f_2();\n");
}

TEST_CASE("folding: parts become lines, and those that differ stay as they are") {
    const PartTexts texts = common_parts({&one().file, &other().file});
    const std::string first = folded(one().file, texts), second = folded(other().file, texts);
    CHECK(first == "#include <a>\n//+ prelude f\n//+ helper g(float)\n\nint k;\n");
    CHECK(second == "\nint f_2();\n//+ helper g(float)\n//+ helper g(int)\n\nint l;\n");
    CHECK(unfolded(first, texts) == one().file.text);
    CHECK(unfolded(second, texts) == other().file.text);
    CHECK_THROWS_WITH_AS(unfolded("//+ helper h\n", texts), "no text of helper h", std::runtime_error);
}

TEST_CASE("folding: a text whose lines look folded is refused") {
    const std::string_view message = "the text has a line that begins with //+";
    for (const char* text : {"//+ helper g(int)\n", "int k;\n//+ \nint l;\n"})
        CHECK_THROWS_WITH_AS(folded({text, {}}, {}), message.data(), std::runtime_error);
}

TEST_CASE("folding: the files of parts give the parts") {
    const PartTexts texts = common_parts({&one().file, &other().file});
    const std::map<std::string, std::string> files = part_files(texts);
    const std::map<std::string, std::string> expected = {
        {"f", "//+ prelude f\n\nint f();\n"},
        {"g", "//+ helper g(float)\n\nint g(float);\n//+ helper g(int)\n\nint g(int);\n"}};
    CHECK(files == expected);
    PartTexts read;
    for (const auto& [name, text] : files)
        read_part_file(text, read);
    CHECK(read == texts);
    CHECK_THROWS_WITH_AS(read_part_file(files.at("f"), read), "prelude f is there twice", std::runtime_error);
    CHECK_THROWS_WITH_AS(read_part_file("\n" + files.at("f"), read),
                         "the file does not begin with the name of a part", std::runtime_error);
}
