#pragma once
// Format specifications of Python's f-strings are translated to conversions of C's printf.

#include "translator/types/type.h"

#include <string>
#include <string_view>

namespace cudapy::checker {

struct PrintfFormat {
    std::string modifiers;  ///< flags, width and precision
    char conversion = 0;    ///< printf's letter; 0 for the default of the type
    bool as_double = false; ///< an integer is shown as a floating number
    std::string problem;    ///< why printf cannot show the value so; empty if it can
    std::string help;
};

/// Returns the conversion by which printf shows a number or bool as Python does by `spec`, which is the text
/// after the `:`. Only the number of digits that a floating number has without a precision may differ.
/// Sources: Python's "Format Specification Mini-Language" and C's fprintf.
PrintfFormat printf_format(std::string_view spec, const Type* type);

} // namespace cudapy::checker
