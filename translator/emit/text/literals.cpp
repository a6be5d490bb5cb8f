#include "translator/emit/text/literals.h"

#include "translator/types/small_floats.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace cudapy::emit {

namespace {

bool fits_int32(int64_t value) {
    return value >= std::numeric_limits<int32_t>::min() && value <= std::numeric_limits<int32_t>::max();
}

/// Returns the user's hexadecimal or binary spelling, when C++ reads the same value from it; else empty.
std::string kept_integer_spelling(const std::string& spelling, WideInt value) {
    if (spelling.size() < 3 || spelling[0] != '0') return {};
    const char radix = spelling[1];
    const int base = radix == 'x' || radix == 'X' ? 16 : radix == 'b' || radix == 'B' ? 2 : 0;
    uint64_t parsed = 0;
    const char* end = spelling.data() + spelling.size();
    const auto result = std::from_chars(spelling.data() + 2, end, parsed, base == 0 ? 16 : base);
    const bool same = base != 0 && result.ec == std::errc() && result.ptr == end && WideInt(parsed) == value;
    return same ? spelling : std::string();
}

std::string integer_text(const program::Literal& literal, bool exact) {
    const int64_t value = std::get<int64_t>(literal.value);
    const Type* type = literal.type;
    const bool is_plain = fits_int32(value) && !(type == Type::uint64() && value < 0);
    // C++ has no negative literals: the smallest value is the negation of one that its type cannot hold.
    if (type == Type::int32() && value == std::numeric_limits<int32_t>::min()) return "(-2147483647 - 1)";
    if (type == Type::int64() && value == std::numeric_limits<int64_t>::min())
        return "(-9223372036854775807LL - 1)";
    const bool is_bits = type == Type::uint64() && value < 0;
    const auto bits = static_cast<uint64_t>(value);
    std::string text = kept_integer_spelling(literal.spelling, is_bits ? WideInt(bits) : WideInt(value));
    if (text.empty()) text = is_bits ? std::to_string(bits) : std::to_string(value);
    const char* suffix = type == Type::int64()    ? "LL"
                         : type == Type::uint32() ? "u"
                         : type == Type::uint64() ? "ULL"
                                                  : "";
    return exact || !is_plain ? text + suffix : text;
}

template <typename T>
std::string shortest(T value) {
    char buffer[64];
    const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
    std::string text(buffer, result.ptr);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

/// Returns the user's spelling with the digits that C++ readers expect on both sides of the point, when it
/// has the same value in C++; else empty.
std::string kept_floating_spelling(std::string spelling, double value, const Type* type) {
    const bool single = type != Type::float64();
    const bool is_decimal = spelling.find_first_not_of("0123456789.eE+-") == std::string::npos &&
                            spelling.find_first_of(".eE") != std::string::npos;
    if (!is_decimal) return {};
    const double parsed =
        single ? std::strtof(spelling.c_str(), nullptr) : std::strtod(spelling.c_str(), nullptr);
    if (rounded(type, parsed) != rounded(type, value)) return {};
    if (parsed == 0 && value != 0) return {}; // compilers warn of a constant that becomes zero
    const std::size_t point = spelling.find('.');
    if (point != std::string::npos) {
        const bool digit_after =
            point + 1 < spelling.size() && std::isdigit(static_cast<unsigned char>(spelling[point + 1]));
        if (!digit_after) spelling.insert(point + 1, "0");
        if (point == 0) spelling.insert(0, "0");
    }
    return spelling;
}

/// Returns the fewest digits that have the value when they are rounded to a float and then to the type.
std::string shortest_of(const Type* type, double value) {
    for (int digits = 1; digits < 9; ++digits) {
        char buffer[64];
        const auto result =
            std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, digits);
        const std::string text(buffer, result.ptr);
        if (rounded(type, static_cast<double>(std::strtof(text.c_str(), nullptr))) != value) continue;
        return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
    }
    return {};
}

std::string special_text(double value, bool single, Target target) {
    std::string text;
    if (target == Target::cpu)
        text = std::isnan(value) ? (single ? "__builtin_nanf(\"\")" : "__builtin_nan(\"\")")
                                 : (single ? "__builtin_inff()" : "__builtin_inf()");
    else
        text =
            std::isnan(value) ? (single ? "NAN" : "double(NAN)") : (single ? "INFINITY" : "double(INFINITY)");
    return std::signbit(value) && !std::isnan(value) ? "-" + text : text;
}

std::string floating_text(const program::Literal& literal, Target target) {
    const bool single = literal.type != Type::float64();
    const double value = std::get<double>(literal.value);
    if (!std::isfinite(single ? static_cast<double>(static_cast<float>(value)) : value))
        return special_text(value, single, target);
    std::string text = kept_floating_spelling(literal.spelling, value, literal.type);
    if (text.empty() && literal.type->is_small_float()) text = shortest_of(literal.type, value);
    if (text.empty()) text = single ? shortest(static_cast<float>(value)) : shortest(value);
    return single ? text + "f" : text;
}

} // namespace

std::string literal_text(const program::Literal& literal, LiteralStyle style) {
    if (literal.type->is_array()) return "nullptr";
    if (literal.type->is_bool()) return std::get<bool>(literal.value) ? "true" : "false";
    if (literal.type->is_integer()) return integer_text(literal, style.exact);
    const std::string text = floating_text(literal, style.target);
    return literal.type->is_small_float() ? literal.type->name() + "(" + text + ")" : text;
}

std::string zero_text(const Type* type) {
    if (type->is_bool()) return "false";
    return type == Type::float32() ? "0.0f" : type == Type::float64() ? "0.0" : "0";
}

bool is_bare_int(const program::Literal& literal) {
    if (!literal.type->is_integer()) return false;
    const int64_t value = std::get<int64_t>(literal.value);
    return fits_int32(value) && !(literal.type == Type::uint64() && value < 0);
}

} // namespace cudapy::emit
