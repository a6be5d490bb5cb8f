#include "translator/syntax/parse/function_text.h"

#include "translator/syntax/parse/block.h"

#include <algorithm>

namespace cudapy::syntax {

namespace {

constexpr std::string_view blanks = " \t\f\v\r\n";

/// Returns the line that begins at a place, with its line ending.
std::string_view line_at(std::string_view text, std::size_t begin) {
    const std::size_t end = text.find('\n', begin);
    return text.substr(begin, end == std::string_view::npos ? end : end + 1 - begin);
}

/// Returns the place where the line begins that is before the line at a place.
std::size_t line_before(std::string_view text, std::size_t begin) {
    const std::size_t end = begin < 2 ? std::string_view::npos : text.rfind('\n', begin - 2);
    return end == std::string_view::npos ? 0 : end + 1;
}

bool is_blank(std::string_view line) {
    return line.find_first_not_of(blanks) == std::string_view::npos;
}

std::string_view indent_of(std::string_view line) {
    return line.substr(0, std::min(line.find_first_not_of(blanks), line.size()));
}

bool is_comment(std::string_view line) {
    return line.substr(indent_of(line).size()).starts_with('#');
}

/// Returns the next word of a line and takes it from the line. Brackets end a word, too.
std::string_view take_word(std::string_view& line) {
    constexpr std::string_view ends = " \t\f\v\r\n([";
    line.remove_prefix(std::min(line.find_first_not_of(ends), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(ends));
    line.remove_prefix(word.size());
    return word;
}

bool defines(std::string_view line, std::string_view name) {
    std::string_view word = take_word(line);
    if (word == "async") word = take_word(line);
    return word == "def" && take_word(line) == name;
}

bool any_line_defines(std::string_view text, std::string_view name) {
    for (std::size_t at = 0; at < text.size(); at += line_at(text, at).size())
        if (defines(line_at(text, at), name)) return true;
    return false;
}

} // namespace

std::optional<FunctionText> function_text(std::string_view file, int line, std::string_view name) {
    std::size_t begin = 0;
    for (int at = 1; at < line; ++at) {
        const std::size_t end = file.find('\n', begin);
        if (end == std::string_view::npos) return std::nullopt;
        begin = end + 1;
    }
    if (line < 1 || begin >= file.size()) return std::nullopt;
    const std::string_view indent = indent_of(line_at(file, begin));

    FunctionText found;
    found.first_line = line;
    std::size_t top = begin;
    int blank_lines = 0; // below what was last found
    for (std::size_t at = begin; at > 0;) {
        at = line_before(file, at);
        const std::string_view above = line_at(file, at);
        if (is_blank(above)) {
            ++blank_lines;
            continue;
        }
        if (!is_comment(above) || indent_of(above) != indent) break;
        found.first_line -= blank_lines + 1;
        blank_lines = 0;
        top = at;
    }

    std::size_t end = begin + std::max(first_block(file.substr(begin)).bytes, line_at(file, begin).size());
    for (std::size_t at = end; at < file.size();) {
        const std::string_view behind = line_at(file, at);
        at += behind.size();
        if (is_comment(behind) && indent_of(behind).size() > indent.size())
            end = at;
        else if (!is_blank(behind))
            break;
    }
    found.text = file.substr(top, end - top);
    found.above = begin - top;
    found.is_defined = any_line_defines(file.substr(begin, end - begin), name);
    return found;
}

} // namespace cudapy::syntax
