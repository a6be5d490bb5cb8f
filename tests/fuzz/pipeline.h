#pragma once
// What must hold of a translation, whatever the text is.

#include <string>

namespace cudapy::fuzz {

/// Translates the text from parsing to emitting, for both targets and with options that follow from the text,
/// and aborts where something is wrong that no text may cause: an internal error is thrown through it.
void translate_any(const std::string& text);

} // namespace cudapy::fuzz
