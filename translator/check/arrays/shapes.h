#pragma once
// The shape of an array: its extents, one for each dimension.

#include "translator/check/expressions/value.h"
#include "translator/diagnostics/diagnostic.h"
#include "translator/diagnostics/kinds/array_kinds.h"

#include <optional>

namespace cudapy::checker {

struct Body;

/// Returns the array, or the part of one, whose `.shape` the expression is, or null for any other expression.
const syntax::Expr* shape_of(Body& body, const syntax::Expr& expr);
/// Returns the shape of a parameter, or the slice of one, that a local name stands for all the time. Returns
/// null for any other expression.
const syntax::Expr* known_shape(Body& body, const syntax::Expr& expr);
/// Returns the shape of an array, or of a part of one, as a tuple.
Value shape_tuple(Body& body, Span span, const syntax::Expr& array);
/// Returns the value of `A.shape[1]`, or nothing if the expression is no element with a known number of a
/// shape.
std::optional<Value> shape_element(Body& body, const syntax::Subscript& expr);
/// Returns the extent of an array along a dimension.
program::ExprPtr extent(Body& body, Span span, program::Variable* array, int axis);
/// Returns how many elements an array or a part of one has.
Value array_size(Body& body, Span span, const syntax::Expr& array);
/// Returns what `A.itemsize`, `A.nbytes` and `A.strides` are: numbers of bytes.
Value array_bytes(Body& body, const syntax::Attribute& expr);
/// Reports an index that is outside of the shape of an array.
void report_shape(Body& body, const syntax::Expr& array, Span span);

} // namespace cudapy::checker
