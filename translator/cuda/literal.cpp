#include "translator/cuda/literal.h"

#include "translator/cuda/source.h"

#include <cctype>
#include <charconv>
#include <span>
#include <string_view>

namespace cudapy::cuda_text {

namespace {

/// An integer with the type that C++ gives it, which says how it is negated.
struct Typed {
    uint64_t bits = 0;
    bool is_unsigned = false;
    bool is_wide = false; ///< it has 64 bits and not 32

    void wrap() {
        if (is_wide) return;
        bits &= 0xffffffffU;
        if (!is_unsigned && (bits >> 31) != 0) bits |= 0xffffffff00000000U;
    }
};

using Number = std::variant<std::nullptr_t, bool, Typed, double>;

std::optional<Number> integer_of(std::string_view digits, std::string_view suffix, int base) {
    Typed number;
    for (const char c : suffix) {
        if (c == 'u') number.is_unsigned = true;
        if (c == 'l') number.is_wide = true;
    }
    if (suffix != "" && suffix != "u" && suffix != "l" && suffix != "ll" && suffix != "ul" &&
        suffix != "ull" && suffix != "lu" && suffix != "llu")
        return std::nullopt;
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, number.bits, base);
    if (error != std::errc() || stop != end) return std::nullopt;
    // The first type of C++'s list that has the value; only a decimal one without `u` has no unsigned ones.
    const bool may_be_unsigned = base != 10 || number.is_unsigned;
    if (!number.is_wide) {
        if (number.bits > 0xffffffffU || (!may_be_unsigned && number.bits > 0x7fffffffU))
            number.is_wide = true;
        else
            number.is_unsigned = number.is_unsigned || number.bits > 0x7fffffffU;
    }
    if (number.is_wide && (number.bits >> 63) != 0) {
        if (!may_be_unsigned) return std::nullopt;
        number.is_unsigned = true;
    }
    return number;
}

std::optional<Number> floating_of(std::string_view digits, std::string_view suffix, bool is_hex) {
    const auto format = is_hex ? std::chars_format::hex : std::chars_format::general;
    const char* const end = digits.data() + digits.size();
    const auto parsed = [&](auto value) -> std::optional<Number> {
        const auto [stop, error] = std::from_chars(digits.data(), end, value, format);
        if (error != std::errc() || stop != end) return std::nullopt;
        return static_cast<double>(value);
    };
    if (suffix == "f") return parsed(0.0F);
    return suffix.empty() ? parsed(0.0) : std::nullopt; // `l` is wider than what Python has
}

std::optional<Number> number_of(std::string_view word) {
    std::string text;
    for (const char c : word)
        if (c != '\'') text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const bool is_hex = text.starts_with("0x"), is_binary = text.starts_with("0b");
    std::string_view digits = text;
    if (is_hex || is_binary) digits.remove_prefix(2);
    const bool is_floating = is_hex ? digits.find_first_of(".p") != std::string_view::npos
                                    : digits.find_first_of(".e") != std::string_view::npos;
    const std::string_view suffixes = is_floating ? (is_hex ? "l" : "fl") : "ul";
    std::size_t end = digits.size();
    while (end > 0 && suffixes.find(digits[end - 1]) != std::string_view::npos)
        --end;
    // In a hexadecimal number `f` is a digit before the exponent, and a suffix after it.
    if (is_hex && is_floating && digits.find('p') != std::string_view::npos && digits.ends_with('f'))
        end = digits.size() - 1;
    const std::string_view suffix = digits.substr(end);
    digits = digits.substr(0, end);
    if (is_floating) return floating_of(digits, suffix, is_hex);
    const bool is_octal = !is_hex && !is_binary && digits.size() > 1 && digits[0] == '0';
    return integer_of(digits, suffix, is_hex ? 16 : is_binary ? 2 : is_octal ? 8 : 10);
}

/// Returns the value of a character such as `'a'`, `'
/// '` or `'\0'`.
std::optional<Number> character_of(std::string_view word) {
    Typed number;
    const auto is_plain = [](char c) { return c >= ' ' && c <= '~'; };
    if (word.size() == 3 && is_plain(word[1]) && word[1] != '\\') {
        number.bits = static_cast<unsigned char>(word[1]);
        return number;
    }
    if (word.size() == 4 && word[1] == '\\') {
        static constexpr std::string_view names = "ntr0\\'\"abfv";
        static constexpr char values[] = {'\n', '\t', '\r', '\0', '\\', '\'', '"', '\a', '\b', '\f', '\v'};
        const std::size_t place = names.find(word[2]);
        if (place == std::string_view::npos) return std::nullopt;
        number.bits = static_cast<unsigned char>(values[place]);
        return number;
    }
    return std::nullopt;
}

std::optional<Number> primary(std::string_view word) {
    if (word == "nullptr" || word == "NULL") return nullptr;
    if (word == "true" || word == "false") return word == "true";
    if (word.starts_with('\'')) return character_of(word);
    const bool is_number =
        !word.empty() && ((word[0] >= '0' && word[0] <= '9') || (word[0] == '.' && word.size() > 1));
    return is_number ? number_of(word) : std::nullopt;
}

std::optional<Number> with_sign(std::string_view sign, Number number) {
    if (const bool* truth = std::get_if<bool>(&number)) number = Typed{*truth ? 1U : 0U, false, false};
    if (auto* integer = std::get_if<Typed>(&number)) {
        if (sign == "-") integer->bits = uint64_t{0} - integer->bits;
        if (sign == "~") integer->bits = ~integer->bits;
        integer->wrap();
        return number;
    }
    auto* floating = std::get_if<double>(&number);
    if (!floating || sign == "~") return std::nullopt;
    if (sign == "-") *floating = -*floating;
    return number;
}

/// Signs apply from the right to the left.
std::optional<Number> value_of(std::span<const std::string> words) {
    if (words.empty()) return std::nullopt;
    if (words.size() == 1) return primary(words[0]);
    if (words.front() == "(" && words.back() == ")") return value_of(words.subspan(1, words.size() - 2));
    if (words.front() != "-" && words.front() != "+" && words.front() != "~") return std::nullopt;
    if (words[1] == words[0] && words[0] != "~") return std::nullopt; // `--`
    const auto operand = value_of(words.subspan(1));
    return operand ? with_sign(words.front(), *operand) : std::nullopt;
}

} // namespace

std::optional<Literal> literal_of(const Words& words) {
    const auto number = value_of(words);
    if (!number) return std::nullopt;
    if (const auto* integer = std::get_if<Typed>(&*number))
        return Literal{Literal::Integer{integer->bits, !integer->is_unsigned && (integer->bits >> 63) != 0}};
    if (const bool* truth = std::get_if<bool>(&*number)) return Literal{*truth};
    if (const double* floating = std::get_if<double>(&*number)) return Literal{*floating};
    return Literal{nullptr};
}

std::optional<Default> default_of(const Parameter& parameter) {
    if (!parameter.has_default) return std::nullopt;
    Default result;
    result.text = parameter.default_text;
    if (parameter.default_depends)
        result.problem = "depends on a condition of the preprocessor";
    else if (!(result.value = literal_of(parameter.default_value)))
        result.problem = "is no literal";
    return result;
}

} // namespace cudapy::cuda_text
