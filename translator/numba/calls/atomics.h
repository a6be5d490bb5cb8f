#pragma once
// The atomic operations of numba.cuda, as far as they differ from CudaPy's own: they take other types, and
// the first element of an array that is given without an index.

#include "translator/builtins/builtins.h"
#include "translator/check/arrays/parts.h"

#include <optional>
#include <string>
#include <vector>

namespace cudapy::checker::numba {

/// Returns the place that `a.x` or `z.real` is at an index, where the array has records or complex numbers.
/// Nothing is returned for any other array. Where there was an error, the place has no variable.
std::optional<program::Lvalue> field_of_element(Body& body, const syntax::Expr& array,
                                                const syntax::Expr& index);
/// Returns the operation that does the same on elements of the type, and that targets have: an addition for
/// the subtraction of floating numbers, and the largest of integers for that of numbers without NaNs. Null:
/// it is the operation itself.
const Builtin* same_atomic(const Builtin& builtin, const Type& element);
/// Changes the value of a call of `builtin` so that `same`, which is done instead of it, does the same.
void fit_value(const Builtin& builtin, const Builtin& same, std::vector<program::ExprPtr>& arguments);

} // namespace cudapy::checker::numba
