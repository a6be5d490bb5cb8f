#pragma once
// The precision that a float without a width has in a function: section 4 of the language.

#include "translator/check/context.h"

#include <span>

namespace cudapy::checker {

/// `double` where one of the types, or what they hold, is a double; else `float` where there is another
/// floating type; null where there is none.
const Type* precision_of(std::span<const Type* const> types);

/// What the function's signature says. An instance whose types say nothing has the precision of who asked for
/// it, any other function computes in double as Python does.
const Type* precision_of(const FunctionInfo& info);

/// What the types of the function's own parameters and result say; null where they say nothing.
const Type* own_precision(const FunctionInfo& info);

} // namespace cudapy::checker
