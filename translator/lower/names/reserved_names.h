#pragma once
// Knows the names that C++, CUDA and the C library have taken.

#include <string_view>

namespace cudapy::lower {

/// Returns whether the form of a name shows that it is not free, and not only a table: C++ keeps those with
/// two underscores anywhere, or with one before a capital at the beginning, and CUDA those of its constants.
bool is_reserved_by_form(std::string_view name);

/// Returns whether no variable can have the name. It is a keyword, an alternative token (`and`), a macro that
/// the compiled file may see, or a name that C++ keeps for itself (`__x`, `_X`).
bool is_reserved_anywhere(std::string_view name);

/// Returns whether no function can have the name. Either is_reserved_anywhere holds for it, or it is that of
/// a function, type or variable at file level in what nvcc and g++ include, or it begins with an underscore.
bool is_reserved_at_file_level(std::string_view name);

} // namespace cudapy::lower
