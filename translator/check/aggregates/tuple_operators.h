#pragma once
// Operators that make tuples of tuples: `t + u`, `t * 2`, and slices such as `t[1:]`.

#include "translator/check/expressions/value.h"

#include <string>

namespace cudapy::checker {

struct Body;

/// Returns whether the operator joins or repeats tuples if these are its operands.
bool is_of_tuples(syntax::BinaryOp op, const Value& left, const Value& right);
/// Checks `t + u` and `t * 2`. `count` is the operand that says how often a tuple is repeated.
Value tuple_operation(Body& body, syntax::BinaryOp op, Span span, Value left, Value right,
                      const syntax::Expr& left_syntax, const syntax::Expr& right_syntax);
/// Checks `t[1:]`. The bounds must be known when the kernel is translated, as the number of parts is.
Value tuple_slice(Body& body, const syntax::Subscript& expr, Value tuple);

} // namespace cudapy::checker
