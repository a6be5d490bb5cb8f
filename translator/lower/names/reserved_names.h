#pragma once
// Names that C++, CUDA and the C library have taken.

#include <string_view>

namespace cudapy::lower {

/// A keyword, an alternative token (`and`), a macro that the compiled file may see, or a name that C++ keeps
/// for itself
/// (`__x`, `_X`): no variable can have it.
bool is_reserved_anywhere(std::string_view name);

/// Also a function, type or variable at file level in what nvcc and g++ include: no function can have it.
bool is_reserved_at_file_level(std::string_view name);

} // namespace cudapy::lower
