#pragma once
// This finds the end of a function in a file.

#include <cstddef>
#include <string_view>

namespace cudapy::syntax {

struct FirstBlock {
    /// The length of the block in bytes. It has whole lines, without blank lines and comments after the last
    /// statement.
    std::size_t bytes = 0;
    bool is_ended = false; ///< another statement follows, so that more text would change nothing
};

/// Returns the length of the statement, with its decorators, that the text begins with, at any indentation.
/// It is a function and its body.
FirstBlock first_block(std::string_view text);

} // namespace cudapy::syntax
