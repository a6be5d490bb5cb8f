#pragma once
// The parts of an emitted text that files have in common: preludes and helpers.

#include <cstddef>
#include <string>

namespace cudapy {

/// A part of an emitted text. Files that have a part of one name have the same text there, except where a
/// name in it gives way to one of the user's.
struct TextPart {
    std::string name;               ///< `helper floor_mod(int)`, `prelude block_of(int64_t)`
    std::size_t begin = 0, end = 0; ///< whole lines
};

} // namespace cudapy
