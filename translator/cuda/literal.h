#pragma once
// The literals of C++ that can be defaults of kernels' parameters.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace cudapy::cuda_text {

struct Parameter;

/// A literal: `nullptr`, a bool, an integer of any sign, or a floating number.
struct Literal {
    struct Integer {
        uint64_t bits = 0; ///< in two's complement, extended to 64 bits as its type demands
        bool is_negative = false;
    };
    std::variant<std::nullptr_t, bool, Integer, double> value;
};

/// Returns the value of a literal such as `-1`, `0x10u`, `1.5e-3f`, `'a'` or `nullptr`, with signs, `~` and
/// parentheses around it. Returns nothing for any other expression.
std::optional<Literal> literal_of(const std::vector<std::string>& words);

/// The value that C++ uses for a parameter whose argument is left out.
struct Default {
    std::string text;             ///< the text as it is written: `-1`
    std::optional<Literal> value; ///< the value, if it can be given from Python
    std::string problem;          ///< the reason why it cannot: "is no literal"
};

/// Returns the default of a parameter, or nothing if it has none.
std::optional<Default> default_of(const Parameter& parameter);

} // namespace cudapy::cuda_text
