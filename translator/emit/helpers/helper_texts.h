#pragma once
// The texts of the functions that an emitted file defines for itself, and the comments above them.

#include "translator/options.h"
#include "translator/program/expressions.h"

#include <string_view>

namespace cudapy::emit {

/// In it T is the type, N the helper's name, Q its qualifiers, U the unsigned type of T's width, and F the
/// suffix of the C library's functions for T. Throws InternalError for a helper of complex numbers, of
/// atomics or of warps, which have files of their own.
std::string_view text_of(program::Helper helper, const Type* type, Target target);

/// Empty for none.
std::string_view comment_of(program::Helper helper, Target target, bool integer);

} // namespace cudapy::emit
