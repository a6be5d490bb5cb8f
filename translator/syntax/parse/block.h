#pragma once
// Where a function ends in a file.

#include <cstddef>
#include <string_view>

namespace cudapy::syntax {

struct FirstBlock {
    std::size_t bytes =
        0; ///< of the text: whole lines, without blank lines and comments behind the last statement
    bool is_ended = false; ///< another statement follows, so that more text would change nothing
};

/// Returns the statement, with decorators, that the text begins with, at whatever indentation: a function and
/// its body.
FirstBlock first_block(std::string_view text);

} // namespace cudapy::syntax
