#pragma once
// Methods of arrays in the dialect of numba, such as `a.sum()`, and assignments to parts of arrays. They are
// functions of its library.

#include "translator/check/expressions/value.h"

#include <optional>

namespace cudapy::checker {

struct Body;

namespace numba {

/// Checks a call of a method that arrays have. Returns nothing for any other call.
std::optional<Value> array_method(Body& body, const syntax::Call& expr);
/// Checks `a[i, :] = x`, where each element of the part gets a number, or its own one of a tuple. Returns
/// false for any other assignment.
bool assign_part(Body& body, const syntax::Stmt& stmt, const syntax::Expr& target, program::Block& out);

} // namespace numba

} // namespace cudapy::checker
