#pragma once
// What makes integers of a quotient of integers, `int(a / b)` and its kin: of the two integers, so that it is
// CPython's in every precision. A quotient may be negated, or chosen by a condition.

#include "translator/check/expressions/value.h"

namespace cudapy::checker {

/// Returns what `math.trunc`, `floor`, `ceil` or `round` makes of a quotient of integers: CPython's integer.
Value quotient_integer(Span span, const Builtin* builtin, Quotient quotient);
/// Keeps what a choice is between, where both are quotients of integers, or one is and the other an integer.
void keep_quotients(Value& choice, const program::Expr& condition, const Value& one, const Value& other);

} // namespace cudapy::checker
