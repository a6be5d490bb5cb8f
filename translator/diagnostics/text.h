#pragma once
// Text as a terminal shows it. Finds characters and their columns, and replaces what must not reach a
// terminal.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cudapy::diag {

/// One character of a line.
struct Glyph {
    std::string text; ///< the text to print, valid UTF-8: the replacement character for what must not be
                      ///< printed
    uint32_t offset;  ///< the distance from the line's start in bytes
    int width;        ///< the number of columns: 2 for wide East Asian characters, 0 for combining marks; 1
                      ///< for a tab
};

/// Returns the characters of a line. A byte that is no UTF-8, a control character and a character that turns
/// the direction of text become U+FFFD; a byte order mark becomes nothing.
std::vector<Glyph> glyphs(std::string_view line);

/// Returns `text` with U+FFFD for all that is not valid UTF-8 or is a control character; line feeds and tabs
/// stay.
std::string printable(std::string_view text);

/// Returns `text` as a JSON string, with its quotes.
std::string json_string(std::string_view text);

} // namespace cudapy::diag
