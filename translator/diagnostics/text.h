#pragma once
// Text as a terminal shows it: characters, their columns, and what must not reach a terminal.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cudapy::diag {

/// One character of a line.
struct Glyph {
    std::string text; ///< what to print: valid UTF-8; the replacement character for what must not be printed
    uint32_t offset;  ///< bytes from the line's start
    int width;        ///< columns: 2 for wide East Asian characters, 0 for combining marks; 1 for a tab
};

/// The characters of a line. A byte that is no UTF-8, a control character and a character that turns the
/// direction of text become U+FFFD; a byte order mark becomes nothing.
std::vector<Glyph> glyphs(std::string_view line);

/// `text` with all that is not valid UTF-8 or a control character replaced by U+FFFD; line feeds and tabs
/// stay.
std::string printable(std::string_view text);

/// `text` as a JSON string, with its quotes.
std::string json_string(std::string_view text);

} // namespace cudapy::diag
