#pragma once
// A function cut out of its file, with what stands above it.

#include <cstddef>
#include <optional>
#include <string_view>

namespace cudapy::syntax {

struct FunctionText {
    std::string_view
        text; ///< whole lines: comments above, decorators, the function, comments of its body behind it
    std::size_t above = 0;  ///< how many bytes of it are comments above
    int first_line = 1;     ///< the number of its first line in the file, the file's first one being 1
    bool is_defined = true; ///< `def name` is among its lines
};

/// Returns the function called `name` whose first line, or that of its first decorator, is `line` of `file`.
/// The comments above are those at its own indentation, also with blank lines between. Nothing where there is
/// no such line.
std::optional<FunctionText> function_text(std::string_view file, int line, std::string_view name);

} // namespace cudapy::syntax
