#include "translator/diagnostics/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>

namespace cudapy::diag {

namespace {

constexpr char32_t replacement = 0xFFFD;
constexpr std::string_view replacement_text = "\xEF\xBF\xBD";

struct Decoded {
    char32_t code;
    uint32_t length; ///< in bytes, at least 1
    bool valid;
};

/// Returns the code point at the start of a text that is not empty. Overlong forms and surrogates are not
/// valid.
Decoded decode(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
    };
    const unsigned first = byte(0);
    if (first < 0x80) return {first, 1, true};
    const uint32_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4) return {replacement, 1, false};
    char32_t code = first & (0xFFu >> (length + 1));
    for (uint32_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return {replacement, 1, false};
        code = code << 6 | (byte(i) & 0x3F);
    }
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    if (overlong || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return {replacement, 1, false};
    return {code, length, true};
}

struct Range {
    char32_t first, last;
};

bool within(std::span<const Range> ranges, char32_t code) {
    const auto next =
        std::upper_bound(ranges.begin(), ranges.end(), code,
                         [](char32_t value, const Range& range) { return value < range.first; });
    return next != ranges.begin() && code <= std::prev(next)->last;
}

// Marks that combine with the character before them, and characters without a width (Unicode's Mn, Me, Cf).
constexpr Range zero_width[] = {
    {0x300, 0x36F},   {0x483, 0x489},   {0x591, 0x5BD},   {0x610, 0x61A},     {0x64B, 0x65F},
    {0x670, 0x670},   {0x6D6, 0x6DC},   {0x6DF, 0x6E4},   {0x93C, 0x93C},     {0x941, 0x948},
    {0x94D, 0x94D},   {0xE31, 0xE31},   {0xE34, 0xE3A},   {0xE47, 0xE4E},     {0x1AB0, 0x1AFF},
    {0x1DC0, 0x1DFF}, {0x200B, 0x200D}, {0x20D0, 0x20F0}, {0x302A, 0x302D},   {0x3099, 0x309A},
    {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}, {0xE0100, 0xE01EF},
};
// Unicode's East Asian Width W and F.
constexpr Range wide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},
    {0x4E00, 0xA4CF},   {0xA960, 0xA97C},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
    {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},   {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF},
    {0x1FA70, 0x1FAFF}, {0x20000, 0x3FFFD},
};
// Characters that reorder the text around them: source that holds them can look like other source.
constexpr Range direction[] = {{0x200E, 0x200F}, {0x202A, 0x202E}, {0x2066, 0x2069}};

bool is_control(char32_t code) {
    return (code < 0x20 && code != '\t') || (code >= 0x7F && code < 0xA0);
}

} // namespace

std::vector<Glyph> glyphs(std::string_view line) {
    std::vector<Glyph> result;
    result.reserve(line.size());
    for (uint32_t offset = 0; offset < line.size();) {
        const auto [code, length, valid] = decode(line.substr(offset));
        if (!valid || is_control(code) || within(direction, code))
            result.push_back({std::string(replacement_text), offset, 1});
        else if (code == 0xFEFF)
            result.push_back({"", offset, 0});
        else
            result.push_back({std::string(line.substr(offset, length)), offset,
                              within(zero_width, code) ? 0
                              : within(wide, code)     ? 2
                                                       : 1});
        offset += length;
    }
    return result;
}

std::string printable(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const auto [code, length, valid] = decode(text);
        if (!valid || (is_control(code) && code != '\n') || within(direction, code))
            result += replacement_text;
        else
            result += text.substr(0, length);
        text.remove_prefix(length);
    }
    return result;
}

std::string json_string(std::string_view text) {
    std::string result = "\"";
    while (!text.empty()) {
        const auto [code, length, valid] = decode(text);
        if (!valid)
            result += replacement_text;
        else if (code == '"' || code == '\\')
            (result += '\\') += static_cast<char>(code);
        else if (code == '\n')
            result += "\\n";
        else if (code == '\t')
            result += "\\t";
        else if (code == '\r')
            result += "\\r";
        else if (code < 0x20 || code == 0x7F)
            result += fmt::format("\\u{:04x}", static_cast<unsigned>(code));
        else
            result += text.substr(0, length);
        text.remove_prefix(length);
    }
    return result += '"';
}

} // namespace cudapy::diag
