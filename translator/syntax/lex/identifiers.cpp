#include "translator/syntax/lex/identifiers.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <unordered_map>

namespace cudapy::syntax {

bool is_ascii_identifier_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_ascii_identifier_part(char c) {
    return is_ascii_identifier_start(c) || (c >= '0' && c <= '9');
}

namespace {

bool is_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

} // namespace

bool is_identifier_code_point(char32_t c) {
    struct Range {
        char32_t first, last;
    };
    // Blocks whose characters no identifier holds.
    static constexpr std::array<Range, 25> excluded{{
        {0x80, 0xA9},     {0xAB, 0xB4},     {0xB6, 0xB6},     {0xB8, 0xB9},       {0xBB, 0xBF},
        {0xD7, 0xD7},     {0xF7, 0xF7},     {0x37E, 0x37E},   {0x2000, 0x203E},   {0x2041, 0x2053},
        {0x2055, 0x2070}, {0x2074, 0x207E}, {0x2080, 0x208F}, {0x20A0, 0x20CF},   {0x2190, 0x2BFF},
        {0x2E00, 0x2E7F}, {0x3000, 0x3004}, {0x3008, 0x3020}, {0x3030, 0x3030},   {0xE000, 0xF8FF},
        {0xFE10, 0xFE1F}, {0xFEFF, 0xFEFF}, {0xFFF0, 0xFFFF}, {0x1F000, 0x1FAFF}, {0xF0000, 0x10FFFF},
    }};
    auto range =
        std::lower_bound(excluded.begin(), excluded.end(), c, [](Range r, char32_t x) { return r.last < x; });
    return range == excluded.end() || c < range->first;
}

std::optional<char32_t> decode_utf8(std::string_view text, std::size_t& offset) {
    if (offset >= text.size()) return std::nullopt;
    auto byte = [&](std::size_t i) -> unsigned {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
    };
    unsigned first = byte(offset);
    if (first < 0x80) {
        ++offset;
        return static_cast<char32_t>(first);
    }
    int length = first >= 0xF0 && first <= 0xF4 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
    if (length == 0 || first > 0xF4) return std::nullopt;
    char32_t c = first & (0xFFu >> (length + 1));
    for (int i = 1; i < length; ++i) {
        unsigned next = byte(offset + static_cast<std::size_t>(i));
        if ((next & 0xC0) != 0x80) return std::nullopt;
        c = (c << 6) | (next & 0x3F);
    }
    bool overlong = (length == 3 && c < 0x800) || (length == 4 && c < 0x10000);
    if (overlong || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) return std::nullopt;
    offset += static_cast<std::size_t>(length);
    return c;
}

void append_utf8(std::string& out, char32_t c) {
    auto put = [&](char32_t byte) { out.push_back(static_cast<char>(byte)); };
    if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) c = 0xFFFD; // a lone surrogate has no UTF-8
    if (c < 0x80) {
        put(c);
    } else if (c < 0x800) {
        put(0xC0 | (c >> 6));
        put(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        put(0xE0 | (c >> 12));
        put(0x80 | ((c >> 6) & 0x3F));
        put(0x80 | (c & 0x3F));
    } else {
        put(0xF0 | (c >> 18));
        put(0x80 | ((c >> 12) & 0x3F));
        put(0x80 | ((c >> 6) & 0x3F));
        put(0x80 | (c & 0x3F));
    }
}

std::size_t identifier_end(std::string_view text, std::size_t offset) {
    std::size_t i = offset;
    while (i < text.size()) {
        char c = text[i];
        if (static_cast<unsigned char>(c) < 0x80) {
            if (!(i == offset ? is_ascii_identifier_start(c) : is_ascii_identifier_part(c))) break;
            ++i;
            continue;
        }
        std::size_t next = i;
        std::optional<char32_t> code_point = decode_utf8(text, next);
        if (!code_point || !is_identifier_code_point(*code_point)) break;
        i = next;
    }
    return i;
}

std::optional<Keyword> keyword_named(std::string_view text) {
    static const std::unordered_map<std::string_view, Keyword> keywords{
        {"False", Keyword::false_},
        {"None", Keyword::none},
        {"True", Keyword::true_},
        {"and", Keyword::and_},
        {"as", Keyword::as},
        {"assert", Keyword::assert_},
        {"async", Keyword::async},
        {"await", Keyword::await},
        {"break", Keyword::break_},
        {"class", Keyword::class_},
        {"continue", Keyword::continue_},
        {"def", Keyword::def},
        {"del", Keyword::del},
        {"elif", Keyword::elif},
        {"else", Keyword::else_},
        {"except", Keyword::except},
        {"finally", Keyword::finally},
        {"for", Keyword::for_},
        {"from", Keyword::from},
        {"global", Keyword::global},
        {"if", Keyword::if_},
        {"import", Keyword::import},
        {"in", Keyword::in},
        {"is", Keyword::is},
        {"lambda", Keyword::lambda},
        {"nonlocal", Keyword::nonlocal},
        {"not", Keyword::not_},
        {"or", Keyword::or_},
        {"pass", Keyword::pass},
        {"raise", Keyword::raise},
        {"return", Keyword::return_},
        {"try", Keyword::try_},
        {"while", Keyword::while_},
        {"with", Keyword::with},
        {"yield", Keyword::yield},
    };
    if (text.size() < 2 || text.size() > 8) return std::nullopt;
    auto found = keywords.find(text);
    return found == keywords.end() ? std::nullopt : std::optional(found->second);
}

namespace {

/// Returns the ASCII that a compatibility character stands for, or 0.
char ascii_form(char32_t c) {
    auto letter = [](char32_t index) {
        return static_cast<char>(index < 26 ? 'A' + index : 'a' + (index - 26));
    };
    if (c >= 0xFF10 && c <= 0xFF19) return static_cast<char>('0' + (c - 0xFF10));
    if (c >= 0xFF21 && c <= 0xFF3A) return static_cast<char>('A' + (c - 0xFF21));
    if (c >= 0xFF41 && c <= 0xFF5A) return static_cast<char>('a' + (c - 0xFF41));
    if (c == 0xFF3F || c == 0x203F || c == 0x2040 || c == 0x2054) return c == 0xFF3F ? '_' : '\0';
    if (c >= 0x1D400 && c <= 0x1D6A3) return letter((c - 0x1D400) % 52);
    if (c >= 0x1D7CE && c <= 0x1D7FF) return static_cast<char>('0' + (c - 0x1D7CE) % 10);
    switch (c) {
    case 0xAA:
        return 'a';
    case 0xBA:
        return 'o';
    case 0x17F:
        return 's';
    case 0x2102:
        return 'C';
    case 0x210A:
        return 'g';
    case 0x210B:
    case 0x210C:
    case 0x210D:
        return 'H';
    case 0x210E:
        return 'h';
    case 0x2110:
    case 0x2111:
        return 'I';
    case 0x2112:
        return 'L';
    case 0x2113:
        return 'l';
    case 0x2115:
        return 'N';
    case 0x2119:
        return 'P';
    case 0x211A:
        return 'Q';
    case 0x211B:
    case 0x211C:
    case 0x211D:
        return 'R';
    case 0x2124:
    case 0x2128:
        return 'Z';
    case 0x212A:
        return 'K';
    case 0x212C:
        return 'B';
    case 0x212D:
        return 'C';
    case 0x212F:
        return 'e';
    case 0x2130:
        return 'E';
    case 0x2131:
        return 'F';
    case 0x2133:
        return 'M';
    case 0x2134:
        return 'o';
    default:
        return '\0';
    }
}

} // namespace

std::string normalized_identifier(std::string_view text) {
    if (is_ascii(text)) return std::string(text);
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        std::optional<char32_t> c = decode_utf8(text, i);
        if (!c) {
            result.push_back(text[i++]);
        } else if (char ascii = ascii_form(*c)) {
            result.push_back(ascii);
        } else if (*c == 0xB5) { // the micro sign of keyboards is the Greek letter
            append_utf8(result, 0x3BC);
        } else {
            append_utf8(result, *c);
        }
    }
    return result;
}

namespace {

struct CodePointRange {
    char32_t first, last;
};
/// A mark that becomes one letter with each of `bases` before it.
struct JoiningMark {
    char32_t mark;
    std::u32string_view bases;
};
#include "translator/syntax/lex/identifier_forms.inc"

const JoiningMark* joining_mark(char32_t c) {
    auto found = std::lower_bound(std::begin(joining_marks), std::end(joining_marks), c,
                                  [](const JoiningMark& mark, char32_t x) { return mark.mark < x; });
    return found != std::end(joining_marks) && found->mark == c ? found : nullptr;
}

} // namespace

std::string_view unnormalized_letters(std::string_view text) {
    if (is_ascii(text)) return {};
    char32_t before = 0;
    std::size_t before_at = 0;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t begin = i;
        const std::optional<char32_t> c = decode_utf8(text, i);
        if (!c) return {};
        auto range = std::lower_bound(std::begin(changed), std::end(changed), *c,
                                      [](CodePointRange r, char32_t x) { return r.last < x; });
        if (range != std::end(changed) && *c >= range->first) return text.substr(begin, i - begin);
        // If there are two marks in a row, the second may join the letter, and the order may change.
        const JoiningMark* mark = joining_mark(*c);
        if (mark && (joining_mark(before) || mark->bases.find(before) != mark->bases.npos))
            return text.substr(before_at, i - before_at);
        before = *c;
        before_at = begin;
    }
    return {};
}

} // namespace cudapy::syntax
