#pragma once
// Writes constants as C++ does.

#include "translator/options.h"
#include "translator/program/program.h"

#include <string>

namespace cudapy::emit {

struct LiteralStyle {
    Target target = Target::cuda; ///< the CPU has no headers: no INFINITY, no NAN
    bool exact = true;            ///< the text must have the literal's type; else its value is enough
};

/// Returns the text of a literal: the user's spelling where it has the right value and type in C++. The text
/// may begin with `-`, and the smallest integers come in parentheses.
std::string literal_text(const program::Literal& literal, LiteralStyle style);

/// Returns the text that a value of the type is compared with for its truth: `0`, `0.0f`, `0.0` or `false`.
std::string zero_text(const Type* type);

/// Returns whether the text that literal_text gives without `exact` has the C++ type int, whatever integer
/// the literal is.
bool is_bare_int(const program::Literal& literal);

} // namespace cudapy::emit
