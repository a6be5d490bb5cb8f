#pragma once
// The one table of derivatives: a row for every operator and built-in function of floating numbers. A row
// gives partial derivatives as formulas, or says why there are none. differentiate/ reads it, and
// `pycu2cu --list-derivatives` prints it.

#include "translator/builtins/builtins.h"

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace cudapy {

struct Derivative {
    enum class Kind {
        partials, ///< one formula for each operand
        chosen,   ///< the result is one of two operands: the first one where the formula is true
        pair,     ///< one operand x and two results f and g: the derivative of each
        constant, ///< the result is constant between its steps, so that nothing flows through it
        rule,     ///< a rule of differentiate/, which the reason describes
        refused,  ///< the reason says why
    };
    std::string_view path; ///< as in find_builtin, or an operator: `*`
    Kind kind;
    /// In a formula x, y, z and w are the operands in their order, n is an integer among them, and f is the
    /// result. Its functions are those of `math`, and digamma.
    std::array<std::string_view, 4> formulas = {};
    std::string_view reason = {};
};

std::span<const Derivative> derivatives();
/// Returns the row of an operator or of a built-in's path, or null.
const Derivative* find_derivative(std::string_view path);
const Derivative* find_derivative(const Builtin& builtin);

/// Returns the table as lines of fields between tabs: the path, the kind, the formulas, the reason.
std::string derivatives_list();

} // namespace cudapy
