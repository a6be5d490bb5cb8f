#pragma once
// A function that is cut out of its file, with the comments above it.

#include <cstddef>
#include <optional>
#include <string_view>

namespace cudapy::syntax {

struct FunctionText {
    /// The whole lines of the comments above, the decorators, the function, and the comments of its body
    /// after it.
    std::string_view text;
    std::size_t above = 0;  ///< the number of its bytes that are comments above
    int first_line = 1;     ///< the number of its first line in the file, the file's first one being 1
    bool is_defined = true; ///< `def name` is among its lines
};

/// Returns the function called `name` whose first line, or that of its first decorator, is `line` of `file`.
/// The comments above are those at its own indentation, also with blank lines between. Returns nothing if
/// there is no such line.
std::optional<FunctionText> function_text(std::string_view file, int line, std::string_view name);

} // namespace cudapy::syntax
