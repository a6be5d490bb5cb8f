#pragma once
// The constants that CPython's compiler computes before numba sees a function: `10 ** -6` is a float then.

#include "translator/check/expressions/number_rules.h"

namespace cudapy::checker::numba {

/// Return the value of an operation whose operands are literals, or operations on such, as CPython folds it.
/// Return nothing for what CPython leaves to the program: names, results above its limits, and operations
/// that raise. numba then types the operands one by one.
std::optional<Folded> folded_unary(Body& body, const UnaryOperation& operation);
std::optional<Folded> folded_binary(Body& body, const BinaryOperation& operation);

} // namespace cudapy::checker::numba
