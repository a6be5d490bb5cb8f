#pragma once
// The literals of C++, as far as they are defaults of kernels' parameters.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace cudapy::cuda_text {

struct Parameter;

/// `nullptr`, `true`, an integer of any sign, a number.
struct Literal {
    struct Integer {
        uint64_t bits = 0; ///< in two's complement, extended as its type has it
        bool is_negative = false;
    };
    std::variant<std::nullptr_t, bool, Integer, double> value;
};

/// Returns the value of `-1`, `0x10u`, `1.5e-3f`, `'a'`, `nullptr`, with signs, `~` and parentheses around
/// it. Nothing for any other expression.
std::optional<Literal> literal_of(const std::vector<std::string>& words);

/// What C++ takes for a parameter whose argument is left out.
struct Default {
    std::string text;             ///< as written: `-1`
    std::optional<Literal> value; ///< what can be given from Python
    std::string problem;          ///< why it cannot: "is no literal"
};

/// Nothing for a parameter without one.
std::optional<Default> default_of(const Parameter& parameter);

} // namespace cudapy::cuda_text
