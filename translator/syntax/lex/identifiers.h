#pragma once
// Which characters make identifiers, and keywords. Python asks the Unicode tables; here every character above
// ASCII may stand in an identifier unless it lies in a block of punctuation, spaces, symbols or private use.

#include "translator/syntax/lex/token.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cudapy::syntax {

bool is_ascii_identifier_start(char c);
bool is_ascii_identifier_part(char c);
/// For code points above ASCII.
bool is_identifier_code_point(char32_t c);
/// Decodes one character of UTF-8 at `offset` and moves past it; nothing, and no move, when it is malformed.
std::optional<char32_t> decode_utf8(std::string_view text, std::size_t& offset);
void append_utf8(std::string& out, char32_t c);
/// Returns the end of the identifier that begins at `offset`; `offset` itself when none does.
std::size_t identifier_end(std::string_view text, std::size_t offset);
std::optional<Keyword> keyword_named(std::string_view text);
/// As Python compares names: compatibility forms of ASCII letters and digits (full width, mathematical)
/// become ASCII.
std::string normalized_identifier(std::string_view text);
/// Returns the first letters of the identifier that Python would take for others and normalized_identifier
/// does not: a place in `text`, with the letter before it where the two join, or empty if there are none.
std::string_view unnormalized_letters(std::string_view text);

} // namespace cudapy::syntax
