#pragma once
// These tables have a row for the text of each helper. A text that depends on the type or the target has a
// row for each of them.

#include "translator/options.h"
#include "translator/program/program.h"

#include <span>
#include <string_view>

namespace cudapy::emit {

/// The comment above a helper and its text, in the words of emit/helpers/template.h: T is the type, N the
/// helper's name, Q its qualifiers, U the unsigned type of T's width, R the type of a complex number's parts,
/// and M that of the masks of a warp.
struct HelperTemplate {
    std::string_view comment; ///< a sentence; empty for none
    std::string_view text;
};

/// A row of a table: the template of a helper for some types and targets.
struct HelperText {
    enum class Types { any, floating, float64, unsigned_integer, wide, wide_unsigned };
    enum class Targets { both, cpu, cuda };

    program::Helper helper;
    Types of;
    Targets on;
    std::string_view comment;
    std::string_view text;
};

/// Returns the first row of the helper that is of the type and on the target. Throws InternalError where
/// there is none, as for atomics, whose templates depend on what a type has on the target.
const HelperText& text_of(program::Helper helper, const Type* type, Target target);

// There is a table for each purpose that helpers have.
std::span<const HelperText> number_texts();
std::span<const HelperText> half_texts();
std::span<const HelperText> quotient_texts();
std::span<const HelperText> exact_texts();
std::span<const HelperText> complex_texts();
std::span<const HelperText> date_texts();
std::span<const HelperText> warp_texts();
std::span<const HelperText> turn_texts();
std::span<const HelperText> check_texts();
std::span<const HelperText> instrumentation_texts();

} // namespace cudapy::emit
