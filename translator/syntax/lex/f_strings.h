#pragma once
// What an f-string consists of: texts, and replacement fields between them.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cudapy::syntax {

/// `{value=!r:>8}`. Offsets are in the text of the token.
struct FStringField {
    uint32_t begin;        ///< of the `{`
    uint32_t value_begin;  ///< of the expression,
    uint32_t value_end;    ///< and its end, with blanks and comments
    std::string shown;     ///< `value=` with its blanks, where Python shows it (`{value=}`)
    char conversion = 0;   ///< `r`, `s` or `a`
    bool has_spec = false; ///< there is a `:`
    uint32_t spec_begin = 0, spec_end = 0;
};

/// A text between fields, as it is written: escapes and doubled braces are not decoded.
struct FStringText {
    uint32_t begin, end;
};

struct FStringParts {
    std::vector<FStringText> texts; ///< one more than fields
    std::vector<FStringField> fields;
    /// What is wrong, and where; the parts end there. Empty where all is well.
    std::string error;
    uint32_t error_at = 0;
};

/// Returns the parts of an f-string, given as the whole text of its token, which the lexer found to end where
/// it does.
FStringParts f_string_parts(std::string_view token);

/// Where the quotes of a string begin, behind its prefix, and how many there are: 1 or 3.
struct Quotes {
    uint32_t begin;
    uint32_t count;
};
Quotes quotes_of(std::string_view token);

} // namespace cudapy::syntax
