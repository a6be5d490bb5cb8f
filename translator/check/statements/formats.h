#pragma once
// Format specifications of Python's f-strings as conversions of C's printf.

#include "translator/types/type.h"

#include <string>
#include <string_view>

namespace cudapy::checker {

struct PrintfFormat {
    std::string modifiers;  ///< flags, width and precision
    char conversion = 0;    ///< printf's letter; 0 for the one that the type has
    bool as_double = false; ///< an integer that is shown as a floating number
    std::string problem;    ///< why printf cannot show the value so; empty where it can
    std::string help;
};

/// What printf shows a number or bool by as Python does by `spec` (what stands behind the `:`), up to how
/// many digits a floating number has by itself. Source: Python's "Format Specification Mini-Language", C's
/// fprintf.
PrintfFormat printf_format(std::string_view spec, const Type* type);

} // namespace cudapy::checker
