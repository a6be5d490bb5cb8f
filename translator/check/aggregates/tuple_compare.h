#pragma once
// Comparisons of tuples, such as `(a, b) < (c, d)`. The first parts that differ decide, as in Python.

#include "translator/check/expressions/operators.h"

#include <vector>

namespace cudapy::checker {

struct Body;

/// Returns whether the parts can be compared like this, and reports where not. Where they decide, nothing is
/// asked of the parts after them.
bool comparable_parts(Body& body, const Value& left, const Value& right, syntax::CompareOp op, Span span,
                      bool decides = true);
/// Returns the comparison of two values, part by part if they are tuples. They are used more than once.
program::ExprPtr compare_parts(Body& body, const Value& left, const Value& right, program::CompareOp op,
                               Span span);
/// Checks a comparison whose operands are tuples.
Value compare_tuples(Body& body, const Comparison& comparison, std::vector<Value> values);

} // namespace cudapy::checker
