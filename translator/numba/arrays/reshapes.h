#pragma once
// `a.reshape(n, m)`, `a.reshape((n, m))`, `a.ravel()` and `a.flat` in the dialect of numba: the elements of
// an array, or of a part of one, with other dimensions. They must be side by side.

#include "translator/check/arrays/parts.h"

#include <vector>

namespace cudapy::checker {

struct Body;

namespace numba {

/// Returns the array, or the part of one, that such an expression is made of; null for any other expression.
const syntax::Expr* reshaped(Body& body, const syntax::Expr& expr);
/// Returns the extents that are written in the call; none for `ravel` and `flat`, whose only one is the size.
std::vector<const syntax::Expr*> extents_in(Body& body, const syntax::Expr& reshape);
/// Gives the part the extents; a negative one is what the others leave. Where the elements are not as many,
/// it has no elements, which the checked mode reports. Returns false, and reports it, where the part cannot
/// have other dimensions.
bool reshape(Body& body, const Brackets& brackets, std::vector<program::ExprPtr> extents, Part& part);
/// Returns the index of an element in such a part so that nobody takes it for one along the last dimension of
/// the array: it may go on beyond the end of a row.
program::ExprPtr beyond_rows(Body& body, program::ExprPtr start, program::Variable* array);

} // namespace numba

} // namespace cudapy::checker
