#pragma once
// The parts of an f-string: texts, and replacement fields between them.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cudapy::syntax {

/// A replacement field such as `{value=!r:>8}`. Offsets are in the text of the token.
struct FStringField {
    uint32_t begin;        ///< the place of the `{`
    uint32_t value_begin;  ///< the begin of the expression
    uint32_t value_end;    ///< its end, after blanks and comments
    std::string shown;     ///< `value=` with its blanks, if Python shows it (`{value=}`)
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
    /// The mistake, and its place. The parts end there. The text is empty if there is no mistake.
    std::string error;
    uint32_t error_at = 0;
};

/// Returns the parts of an f-string. `token` is the whole text of its token, whose end the lexer has found.
FStringParts f_string_parts(std::string_view token);

/// The place where the quotes of a string begin, after its prefix, and their number, which is 1 or 3.
struct Quotes {
    uint32_t begin;
    uint32_t count;
};
Quotes quotes_of(std::string_view token);

} // namespace cudapy::syntax
