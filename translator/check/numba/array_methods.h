#pragma once
// Methods of arrays in the dialect of numba, such as `a.sum()`. They are functions of its library.

#include "translator/check/expressions/value.h"

#include <optional>

namespace cudapy::checker {

struct Body;

namespace numba {

/// Checks a call of a method that arrays have. Returns nothing for any other call.
std::optional<Value> array_method(Body& body, const syntax::Call& expr);

} // namespace numba

} // namespace cudapy::checker
