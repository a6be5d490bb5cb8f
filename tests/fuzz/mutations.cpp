#include "mutations.h"

#include <cctype>
#include <set>
#include <utility>

namespace cudapy::fuzz {

namespace {

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

/// Where the words and signs of a text begin and end; blanks and line ends are none.
std::vector<std::pair<std::size_t, std::size_t>> words_of(const std::string& text) {
    std::vector<std::pair<std::size_t, std::size_t>> found;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i + 1;
        if (is_word(text[i])) {
            while (end < text.size() && is_word(text[end]))
                ++end;
        }
        if (std::isspace(static_cast<unsigned char>(text[i])) == 0) found.emplace_back(i, end);
        i = end;
    }
    return found;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines(1);
    for (const char c : text) {
        if (c == '\n')
            lines.emplace_back();
        else
            lines.back() += c;
    }
    return lines;
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines)
        text += (&line == lines.data() ? "" : "\n") + line;
    return text;
}

const char* const seldom_right[] = {"0",
                                    "-1",
                                    "2147483648",
                                    "9223372036854775808",
                                    "1e400",
                                    "0x",
                                    "1j",
                                    "\"\\x\"",
                                    "None",
                                    "...",
                                    "lambda",
                                    "yield",
                                    "async",
                                    "*",
                                    "**",
                                    ":=",
                                    "@",
                                    "\\",
                                    "[",
                                    ")",
                                    "shared",
                                    "local",
                                    "idx",
                                    "gridDim.x",
                                    "float2",
                                    "uint8",
                                    "len",
                                    "zip",
                                    "not",
                                    "del",
                                    "global",
                                    "nonlocal",
                                    "syncthreads()",
                                    "grid_sync()",
                                    "X[::0]",
                                    "f\"{x}\"",
                                    "print",
                                    "assert",
                                    "\t",
                                    "\xc3\xa9"};

} // namespace

Mutations::Mutations(std::vector<std::string> corpus, std::uint32_t seed)
    : corpus_(std::move(corpus)), random_(seed) {
    std::set<std::string> words(std::begin(seldom_right), std::end(seldom_right));
    for (const std::string& text : corpus_) {
        for (const auto& [begin, end] : words_of(text))
            words.insert(text.substr(begin, end - begin));
    }
    words_.assign(words.begin(), words.end());
}

// Not a distribution of the library's, which differ from one library to the next.
std::size_t Mutations::below(std::size_t bound) {
    return bound == 0 ? 0 : random_() % bound;
}

std::string Mutations::word() {
    return words_[below(words_.size())];
}

void Mutations::change_lines(std::string& text) {
    std::vector<std::string> lines = lines_of(text);
    const std::size_t at = below(lines.size());
    const auto place = lines.begin() + static_cast<std::ptrdiff_t>(at);
    switch (below(5)) {
    case 0:
        lines.erase(place);
        break;
    case 1:
        lines.insert(place, lines[below(lines.size())]);
        break;
    case 2:
        std::swap(lines[at], lines[below(lines.size())]);
        break;
    case 3:
        lines[at] = (below(2) == 0 ? "    " : "  ") + lines[at];
        break;
    default:
        const std::vector<std::string> others = lines_of(corpus_[below(corpus_.size())]);
        lines.insert(place, others[below(others.size())]);
    }
    text = joined(lines);
}

void Mutations::change_words(std::string& text) {
    const auto words = words_of(text);
    if (words.empty()) return;
    const auto [begin, end] = words[below(words.size())];
    switch (below(4)) {
    case 0:
        text.erase(begin, end - begin);
        break;
    case 1:
        text.insert(begin, word() + " ");
        break;
    default:
        text.replace(begin, end - begin, word());
    }
}

void Mutations::nest(std::string& text) {
    const auto words = words_of(text);
    if (words.empty()) return;
    static constexpr const char* openings[] = {"(", "[", "-", "not ", "lambda: ", "x if ", "{"};
    const std::string opening = openings[below(std::size(openings))];
    std::string many;
    for (std::size_t count = 1 + below(400); count > 0; --count)
        many += opening;
    text.insert(words[below(words.size())].first, many);
}

std::string Mutations::next() {
    std::string text = corpus_[below(corpus_.size())];
    for (std::size_t count = 1 + below(4); count > 0; --count) {
        const std::size_t way = below(20);
        if (way == 0)
            nest(text);
        else if (way < 8)
            change_lines(text);
        else
            change_words(text);
    }
    return text;
}

} // namespace cudapy::fuzz
