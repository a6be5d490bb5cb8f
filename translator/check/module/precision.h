#pragma once
// The precision that a float without a width has in a function (section 4 of the language).

#include "translator/check/context.h"

#include <span>

namespace cudapy::checker {

/// Returns `double` if one of the types, or of the types of their parts or elements, is a double. Otherwise
/// returns `float` if there is another floating type, or null if there is none.
const Type* precision_of(std::span<const Type* const> types);

/// Returns the precision that the function's signature says. An instance whose types say nothing has the
/// precision of the function that asked for it. Any other function computes in double, as Python does.
const Type* precision_of(const FunctionInfo& info);

/// Returns the precision that the types of the function's own parameters and result say, or null if they say
/// none.
const Type* own_precision(const FunctionInfo& info);

} // namespace cudapy::checker
