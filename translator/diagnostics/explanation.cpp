#include "translator/diagnostics/explanation.h"

#include "translator/diagnostics/diagnostic.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>
#include <utility>

#include <fmt/format.h>

namespace cudapy::diag {

namespace {

constexpr std::size_t columns = 80;
constexpr std::string_view fence = "```";

/// Breaks a paragraph between its words. Widths are counted in bytes, which is too many for a few signs only.
std::string wrapped(const std::string& paragraph) {
    std::istringstream words(paragraph);
    std::string text, line;
    for (std::string word; words >> word;) {
        if (!line.empty() && line.size() + 1 + word.size() > columns) text += std::exchange(line, "") + "\n";
        line += (line.empty() ? "" : " ") + word;
    }
    return text + line + "\n";
}

/// Returns the line above an example: "Wrong, with `pycu2cu --target cpu`:".
std::string heading(const std::string& info) {
    std::istringstream words(info);
    std::string language, verdict, options;
    words >> language >> verdict;
    std::getline(words, options);
    if (verdict.empty()) return "";
    verdict[0] = static_cast<char>(std::toupper(verdict[0]));
    return verdict + (options.empty() ? "" : ", with `pycu2cu" + options + "`") + ":\n\n";
}

/// Returns the Markdown after its title as text for a terminal.
std::string plain(std::string_view markdown) {
    std::istringstream lines{std::string(markdown)};
    std::string text, paragraph;
    const auto end_paragraph = [&] {
        if (!paragraph.empty()) text += wrapped(std::exchange(paragraph, "")) + "\n";
    };
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(fence)) {
            end_paragraph();
            text += heading(line.substr(fence.size()));
            while (std::getline(lines, line) && line != fence)
                text += line.empty() ? "\n" : "    " + line + "\n";
            text += "\n";
        } else if (line.empty()) {
            end_paragraph();
        } else {
            paragraph += line + " ";
        }
    }
    end_paragraph();
    return text;
}

std::string for_terminal(const Explanation& explanation) {
    const auto& kinds = all_kinds();
    const auto kind = std::find_if(kinds.begin(), kinds.end(),
                                   [&](const Kind& each) { return each.code == explanation.code; });
    const std::size_t end_of_title = explanation.text.find('\n');
    std::string text = fmt::format("{}: {}\n\n", explanation.code, kind == kinds.end() ? "" : kind->name);
    text += wrapped(title_of(explanation)) + "\n" + plain(explanation.text.substr(end_of_title));
    text.pop_back(); // there are two newlines
    return text;
}

std::string list_of_titles() {
    std::string text;
    for (const Explanation& explanation : explanations())
        text += fmt::format("{}  {}\n", explanation.code, title_of(explanation));
    return text;
}

std::string upper(std::string text) {
    for (char& c : text)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return text;
}

/// Returns the three codes whose numbers are the nearest, or nothing where `code` has no number.
std::string near_codes(const std::string& code) {
    const std::size_t digits = code.find_first_of("0123456789");
    if (digits == code.npos) return "";
    const int number = std::atoi(code.substr(digits, 6).c_str());
    std::vector<std::pair<int, std::string_view>> near;
    for (const Explanation& explanation : explanations())
        near.emplace_back(std::abs(std::atoi(explanation.code.data() + 1) - number), explanation.code);
    std::sort(near.begin(), near.end());
    near.resize(std::min<std::size_t>(near.size(), 3));
    std::sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    std::string text;
    for (const auto& [distance, name] : near)
        text += (text.empty() ? "" : ", ") + std::string(name);
    return text;
}

} // namespace

std::string title_of(const Explanation& explanation) {
    return std::string(explanation.text.substr(2, explanation.text.find('\n') - 2)); // after "# "
}

std::vector<Example> examples_of(const Explanation& explanation) {
    std::vector<Example> examples;
    std::istringstream lines{std::string(explanation.text)};
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with(fence)) continue;
        Example example{line.substr(fence.size()), ""};
        while (std::getline(lines, line) && line != fence)
            example.text += line + "\n";
        examples.push_back(std::move(example));
    }
    return examples;
}

Answer explain(const std::vector<std::string>& codes) {
    if (codes.empty()) return {list_of_titles(), ""};
    const std::string rule = "\n" + std::string(columns, '-') + "\n\n";
    std::string text;
    for (const std::string& word : codes) {
        const std::string code = upper(word);
        std::string found;
        for (const Explanation& explanation : explanations())
            if (explanation.code == code || explanation.code.substr(1) == code)
                found += (found.empty() ? "" : rule) + for_terminal(explanation);
        if (found.empty()) {
            const std::string near = near_codes(code);
            return {"", fmt::format("there is no diagnostic '{}'{}", word,
                                    near.empty() ? "" : "; near it are " + near)};
        }
        text += (text.empty() ? "" : rule) + found;
    }
    return {text, ""};
}

} // namespace cudapy::diag
