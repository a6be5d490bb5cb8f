#include "translator/support/source.h"

#include <algorithm>

namespace cudapy {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool is_continuation_byte(char c) {
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

} // namespace

Span Span::cover(Span a, Span b) {
    return {a.file, std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

SourceFile::SourceFile(std::string path, std::string text, int first_line)
    : path_(std::move(path)), text_(std::move(text)), first_line_(first_line) {
    // A line ends at LF, CR LF or a lone CR, as in Python's universal newlines. A byte order mark at the
    // start is no character.
    line_starts_.push_back(text_.starts_with(byte_order_mark) ? static_cast<uint32_t>(byte_order_mark.size())
                                                              : 0);
    for (std::size_t i = line_starts_[0]; i < text_.size(); ++i) {
        if (text_[i] == '\n' || (text_[i] == '\r' && (i + 1 == text_.size() || text_[i + 1] != '\n'))) {
            line_starts_.push_back(static_cast<uint32_t>(i + 1));
        }
    }
}

Position SourceFile::position(uint32_t offset) const {
    offset = std::min(offset, static_cast<uint32_t>(text_.size()));
    auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
    if (next == line_starts_.begin()) return {first_line_, 1}; // inside the byte order mark
    uint32_t begin = *(next - 1);
    auto characters = std::count_if(text_.begin() + begin, text_.begin() + offset,
                                    [](char c) { return !is_continuation_byte(c); });
    return {first_line_ + static_cast<int>(next - line_starts_.begin()) - 1,
            static_cast<int>(characters) + 1};
}

std::string_view SourceFile::line(int number) const {
    int index = number - first_line_;
    if (index < 0 || index >= static_cast<int>(line_starts_.size())) return {};
    uint32_t begin = line_starts_[index];
    std::size_t end =
        index + 1 < static_cast<int>(line_starts_.size()) ? line_starts_[index + 1] : text_.size();
    while (end > begin && (text_[end - 1] == '\n' || text_[end - 1] == '\r'))
        --end;
    return std::string_view(text_).substr(begin, end - begin);
}

uint32_t SourceFile::line_begin(int number) const {
    int index = number - first_line_;
    if (index < 0) return 0;
    if (index >= static_cast<int>(line_starts_.size())) return static_cast<uint32_t>(text_.size());
    return line_starts_[index];
}

uint32_t SourceSet::add(SourceFile file) {
    files_.push_back(std::move(file));
    return static_cast<uint32_t>(files_.size() - 1);
}

std::string_view SourceSet::text(Span span) const {
    std::string_view text = files_[span.file].text();
    std::size_t begin = std::min<std::size_t>(span.begin, text.size());
    std::size_t end = std::clamp<std::size_t>(span.end, begin, text.size());
    return text.substr(begin, end - begin);
}

} // namespace cudapy
