#pragma once
// Identifiers and keywords, and the characters that make them. Python asks the Unicode tables. Here every
// character above ASCII may be in an identifier unless it lies in a block of punctuation, spaces, symbols
// or private use.

#include "translator/syntax/lex/token.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cudapy::syntax {

bool is_ascii_identifier_start(char c);
bool is_ascii_identifier_part(char c);
/// Returns whether a code point above ASCII may be in an identifier.
bool is_identifier_code_point(char32_t c);
/// Decodes one character of UTF-8 at `offset` and moves `offset` past it. If it is malformed, this returns
/// nothing and does not move.
std::optional<char32_t> decode_utf8(std::string_view text, std::size_t& offset);
void append_utf8(std::string& out, char32_t c);
/// Returns the end of the identifier that begins at `offset`, or `offset` itself if none begins there.
std::size_t identifier_end(std::string_view text, std::size_t offset);
std::optional<Keyword> keyword_named(std::string_view text);
/// Returns an identifier in the form in which Python compares names. Compatibility forms of ASCII letters and
/// digits (full width, mathematical) become ASCII.
std::string normalized_identifier(std::string_view text);
/// Returns the first letters of the identifier that Python would normalise and normalized_identifier does
/// not. The result is a part of `text`, with the letter before it if the two join. It is empty if there are
/// no such letters.
std::string_view unnormalized_letters(std::string_view text);

} // namespace cudapy::syntax
