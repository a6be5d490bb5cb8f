#include "translator/syntax/lex/literals.h"

#include "translator/syntax/lex/identifiers.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace cudapy::syntax {

namespace {

int digit_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 99;
}

/// Returns whether a decimal number that no double holds is too large, rather than too small.
bool overflows(std::string_view digits) {
    std::size_t e = digits.find_first_of("eE");
    std::string_view mantissa = digits.substr(0, e);
    long exponent = 0;
    if (e != std::string_view::npos) {
        bool negative = digits[e + 1] == '-';
        for (char c : digits.substr(e + 1)) {
            if (digit_value(c) < 10) exponent = std::min(exponent * 10 + digit_value(c), 1'000'000'000L);
        }
        if (negative) exponent = -exponent;
    }
    std::size_t point = std::min(mantissa.find('.'), mantissa.size());
    std::size_t first = mantissa.find_first_not_of("0.");
    if (first == std::string_view::npos) return false;
    return static_cast<long>(point) - static_cast<long>(first) + exponent > 0;
}

} // namespace

IntegerValue integer_value(std::string_view text) {
    unsigned base = 10;
    if (text.size() > 1 && text[0] == '0') {
        char mark = static_cast<char>(text[1] | 0x20);
        base = mark == 'x' ? 16u : mark == 'o' ? 8u : mark == 'b' ? 2u : 10u;
        if (base != 10) text.remove_prefix(2);
    }
    constexpr uint64_t largest = std::numeric_limits<uint64_t>::max();
    uint64_t value = 0;
    for (char c : text) {
        if (c == '_') continue;
        uint64_t digit = static_cast<uint64_t>(digit_value(c));
        if (value > (largest - digit) / base) return {largest, true};
        value = value * base + digit;
    }
    return {value, false};
}

double floating_value(std::string_view text) {
    std::string digits;
    std::copy_if(text.begin(), text.end(), std::back_inserter(digits), [](char c) { return c != '_'; });
    double value = 0;
    auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc::result_out_of_range) {
        return overflows(digits) ? std::numeric_limits<double>::infinity() : 0.0;
    }
    return value;
}

std::string string_value(std::string_view text, std::vector<BadEscapeAt>& errors) {
    bool raw = false;
    std::size_t quote_at = 0;
    for (; text[quote_at] != '"' && text[quote_at] != '\''; ++quote_at)
        raw |= (text[quote_at] | 0x20) == 'r';
    bool triple = text.size() >= quote_at + 6 && text[quote_at + 1] == text[quote_at] &&
                  text[quote_at + 2] == text[quote_at];
    std::size_t begin = quote_at + (triple ? 3 : 1);
    std::size_t end = text.size() - (triple ? 3 : 1);
    std::string value;
    value.reserve(end - begin);
    auto bad = [&](std::size_t from, std::size_t to, std::string reason) {
        errors.push_back({static_cast<uint32_t>(from), static_cast<uint32_t>(to), std::move(reason)});
    };
    for (std::size_t i = begin; i < end;) {
        char c = text[i];
        if (c == '\r') {
            value.push_back('\n');
            i += i + 1 < end && text[i + 1] == '\n' ? 2 : 1;
            continue;
        }
        if (c != '\\' || raw || i + 1 >= end) {
            value.push_back(c);
            ++i;
            continue;
        }
        std::size_t escape = i;
        char kind = text[i + 1];
        i += 2;
        switch (kind) {
        case '\n':
            break;
        case '\r':
            i += i < end && text[i] == '\n';
            break;
        case '\\':
        case '\'':
        case '"':
            value.push_back(kind);
            break;
        case 'a':
            value.push_back('\a');
            break;
        case 'b':
            value.push_back('\b');
            break;
        case 'f':
            value.push_back('\f');
            break;
        case 'n':
            value.push_back('\n');
            break;
        case 'r':
            value.push_back('\r');
            break;
        case 't':
            value.push_back('\t');
            break;
        case 'v':
            value.push_back('\v');
            break;
        case 'x':
        case 'u':
        case 'U': {
            std::size_t count = kind == 'x' ? 2 : kind == 'u' ? 4 : 8;
            char32_t code = 0;
            std::size_t n = 0;
            for (; n < count && i < end && digit_value(text[i]) < 16; ++n, ++i) {
                code = code * 16 + static_cast<char32_t>(digit_value(text[i]));
            }
            if (n < count) {
                bad(escape, i, "it needs " + std::to_string(count) + " hexadecimal digits");
            } else if (code > 0x10FFFF) {
                bad(escape, i, "there is no such character");
            } else {
                append_utf8(value, code);
            }
            break;
        }
        case 'N': { // the names of characters are not known here: one that is well-formed stands for itself
            std::size_t close = i < end && text[i] == '{' ? text.find('}', i) : std::string_view::npos;
            if (close >= end || close == i + 1) {
                bad(escape, i, "it needs the name of a character in braces");
            } else {
                value.append(text.substr(escape, close + 1 - escape));
                i = close + 1;
            }
            break;
        }
        default:
            if (kind >= '0' && kind <= '7') {
                char32_t code = static_cast<char32_t>(kind - '0');
                for (int n = 1; n < 3 && i < end && text[i] >= '0' && text[i] <= '7'; ++n, ++i) {
                    code = code * 8 + static_cast<char32_t>(text[i] - '0');
                }
                append_utf8(value, code);
            } else { // not an escape: Python keeps the backslash
                value.push_back('\\');
                i = escape + 1;
            }
        }
    }
    return value;
}

std::string clean_docstring(std::string_view text) {
    std::vector<std::string> lines(1);
    for (char c : text) {
        if (c == '\n') {
            lines.emplace_back();
        } else if (c == '\t') {
            lines.back().append(8 - lines.back().size() % 8, ' ');
        } else {
            lines.back().push_back(c);
        }
    }
    std::size_t margin = std::string::npos;
    for (std::size_t i = 1; i < lines.size(); ++i)
        margin = std::min(margin, lines[i].find_first_not_of(' '));
    lines[0].erase(0, std::min(lines[0].find_first_not_of(' '), lines[0].size()));
    for (std::size_t i = 1; i < lines.size() && margin != std::string::npos; ++i) {
        lines[i].erase(0, std::min(margin, lines[i].size()));
    }
    while (!lines.empty() && lines.back().find_first_not_of(' ') == std::string::npos)
        lines.pop_back();
    while (!lines.empty() && lines.front().find_first_not_of(' ') == std::string::npos)
        lines.erase(lines.begin());
    std::string result;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i > 0) result.push_back('\n');
        result += lines[i];
    }
    return result;
}

} // namespace cudapy::syntax
