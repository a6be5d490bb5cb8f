#pragma once
// Goldens name the parts that emitted files have in common, and tests/goldens/helpers has the text of each
// part once. A folded text has the line `//+ helper floor_mod(int)` in place of that helper. No emitted text
// has a line that begins with `//+`, so that unfolding gives the emitted text back.

#include "translator/text_part.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cudapy {

struct EmittedText {
    std::string text;
    std::vector<TextPart> parts;
};

/// The texts of parts, by name.
using PartTexts = std::map<std::string, std::string>;

/// Returns the text of each part that some of the files have. Where files differ in a part, that is the text
/// that most of them have, and of several such texts the one that comes first.
PartTexts common_parts(const std::vector<const EmittedText*>& files);

/// Returns the text with the names of those parts in it that are as in `texts`. A part that differs stays
/// whole. Throws std::runtime_error for a text that has lines which look folded.
std::string folded(const EmittedText& file, const PartTexts& texts);

/// Returns the emitted text of a folded one. Throws std::runtime_error for a part that is not in `texts`.
std::string unfolded(std::string_view folded, const PartTexts& texts);

/// Returns the files of parts, by name without suffix. `helper floor_mod(int)` and `helper floor_mod(float)`
/// are in one file, floor_mod.
std::map<std::string, std::string> part_files(const PartTexts& texts);

/// Adds the parts of such a file to `texts`. Throws std::runtime_error for a file that does not begin with
/// the name of a part, and for a name that is there twice.
void read_part_file(std::string_view file, PartTexts& texts);

} // namespace cudapy
