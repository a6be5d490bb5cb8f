#include "folding.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>
#include <utility>

namespace cudapy {

namespace {

constexpr std::string_view mark = "//+ ";

bool has_mark(std::string_view text) {
    return text.starts_with(mark) || text.find("\n" + std::string(mark)) != std::string_view::npos;
}

/// Returns the first line of a text, with its end, and takes it off.
std::string_view take_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end == std::string_view::npos ? end : end + 1);
    text.remove_prefix(line.size());
    return line;
}

/// Returns the name of the part that a line stands for, or an empty text.
std::string name_in(std::string_view line) {
    if (!line.starts_with(mark) || !line.ends_with('\n')) return "";
    return std::string(line.substr(mark.size(), line.size() - mark.size() - 1));
}

std::string line_of(const std::string& name) {
    return std::string(mark) + name + "\n";
}

std::string text_of(const EmittedText& file, const TextPart& part) {
    return file.text.substr(part.begin, part.end - part.begin);
}

/// Returns the second word of a part's name as the name of a file.
std::string file_name_of(const std::string& name) {
    std::string file = name.substr(name.find(' ') + 1);
    file = file.substr(0, file.find_first_of("( "));
    // An operator's file has no sign in its name.
    while (!std::isalnum(static_cast<unsigned char>(file.back())))
        file.pop_back();
    return file;
}

} // namespace

PartTexts common_parts(const std::vector<const EmittedText*>& files) {
    std::map<std::string, std::vector<std::pair<std::string, int>>> found; // in the order of the files
    for (const EmittedText* file : files)
        for (const TextPart& part : file->parts) {
            auto& texts = found[part.name];
            const std::string text = text_of(*file, part);
            const auto known = std::find_if(texts.begin(), texts.end(),
                                            [&](const auto& each) { return each.first == text; });
            if (known == texts.end())
                texts.emplace_back(text, 1);
            else
                ++known->second;
        }
    PartTexts result;
    for (const auto& [name, texts] : found)
        result[name] = std::max_element(texts.begin(), texts.end(), [](const auto& a, const auto& b) {
                           return a.second < b.second;
                       })->first;
    return result;
}

std::string folded(const EmittedText& file, const PartTexts& texts) {
    if (has_mark(file.text)) throw std::runtime_error("the text has a line that begins with //+");
    std::string result;
    std::size_t begin = 0;
    for (const TextPart& part : file.parts) {
        const auto found = texts.find(part.name);
        if (found == texts.end() || found->second != text_of(file, part)) continue;
        result += file.text.substr(begin, part.begin - begin) + line_of(part.name);
        begin = part.end;
    }
    return result + file.text.substr(begin);
}

std::string unfolded(std::string_view folded, const PartTexts& texts) {
    std::string result;
    while (!folded.empty()) {
        const std::string_view line = take_line(folded);
        const std::string name = name_in(line);
        if (name.empty()) {
            result += line;
            continue;
        }
        const auto found = texts.find(name);
        if (found == texts.end()) throw std::runtime_error("no text of " + name);
        result += found->second;
    }
    return result;
}

std::map<std::string, std::string> part_files(const PartTexts& texts) {
    std::map<std::string, std::string> files;
    for (const auto& [name, text] : texts)
        files[file_name_of(name)] += line_of(name) + text;
    return files;
}

void read_part_file(std::string_view file, PartTexts& texts) {
    std::string* text = nullptr;
    while (!file.empty()) {
        const std::string_view line = take_line(file);
        const std::string name = name_in(line);
        if (name.empty()) {
            if (!text) throw std::runtime_error("the file does not begin with the name of a part");
            *text += line;
            continue;
        }
        const auto [place, is_new] = texts.try_emplace(name);
        if (!is_new) throw std::runtime_error(name + " is there twice");
        text = &place->second;
    }
}

} // namespace cudapy
