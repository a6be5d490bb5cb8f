#pragma once
// The values of literals. The text must be that of a token that the lexer found well-formed.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cudapy::syntax {

struct IntegerValue {
    uint64_t value;
    bool too_large; ///< the number does not fit 64 unsigned bits; `value` is then the largest one
};
IntegerValue integer_value(std::string_view text);

/// Returns the nearest double. It is infinity or zero if the number is out of range, as in Python.
double floating_value(std::string_view text);

struct BadEscapeAt {
    uint32_t begin, end; ///< in the text
    std::string reason;
};
/// Returns the value of a string literal without `b` or `f`. Line endings become LF. Malformed escapes are
/// added to `errors`.
std::string string_value(std::string_view text, std::vector<BadEscapeAt>& errors);

/// Returns a docstring without its common indentation, as inspect.cleandoc does.
std::string clean_docstring(std::string_view text);

} // namespace cudapy::syntax
