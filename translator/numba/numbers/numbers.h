#pragma once
// Numbers in the dialect of numba.cuda: literals with types of their own, operators, and what is stored
// where.

#include "translator/check/expressions/operators.h"
#include "translator/check/expressions/value.h"

#include <span>

namespace cudapy::checker {

struct Body;

namespace numba {

/// Gives a literal the type that numba gives it: `int64`, `uint64` if only that holds it, `double`, or
/// `complex128`. An integer that is known stays known.
void harden(Value& value);
/// Returns an integer that counts, such as a length, as the `int64` that it is in numba.
Value counted(Value value);
/// Checks `a + b` and its like with operands that are numbers.
Value binary(Body& body, syntax::BinaryOp op, const std::string& quoted, Span span, Value left, Value right);
/// Checks `-a`, `+a` and `~a` of a number.
Value unary(Body& body, syntax::UnaryOp op, Span span, Value operand);
/// Returns the type of a choice between the values, or null if they have no common one.
const Type* meet(std::span<const Value> values);
/// Converts a number to the type of the place that it is stored in, as C does it. Returns null if no
/// conversion exists.
program::ExprPtr stored(Value value, const Type* type);

} // namespace numba

} // namespace cudapy::checker
