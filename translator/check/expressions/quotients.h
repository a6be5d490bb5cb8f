#pragma once
// Functions that turn a quotient of integers into an integer, such as `int(a / b)`. They compute it from the
// two integers, so that the result is CPython's in every precision. A quotient may be negated, or chosen by a
// condition.

#include "translator/check/expressions/value.h"

namespace cudapy::checker {

/// Returns the integer that `math.trunc`, `floor`, `ceil` or `round` gives for a quotient of integers, as
/// CPython computes it.
Value quotient_integer(Span span, const Builtin* builtin, Quotient quotient);
/// Keeps both operands of a choice in `choice.quotient`, if both are quotients of integers, or if one is and
/// the other is an integer.
void keep_quotients(Value& choice, const program::Expr& condition, const Value& one, const Value& other);

} // namespace cudapy::checker
