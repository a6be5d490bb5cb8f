#pragma once
// Arithmetic on constants, as Python does it.

#include "translator/program/program.h"

#include <optional>

namespace cudapy::checker {

/// Returns the result of an operation on integers. Returns nothing if the result is neither an int64 nor a
/// uint64, if the count of a shift to the left is not in [0, 126], or if the divisor is zero. `power` takes a
/// non-negative exponent.
std::optional<WideInt> fold(program::BinaryOp op, WideInt a, WideInt b);
/// Does the same with results of 128 bits, for the intermediate values of a computation.
std::optional<WideInt> fold_wide(program::BinaryOp op, WideInt a, WideInt b);
/// Returns the result of an operation on floating numbers. Returns nothing for `divide`, `floor_divide` and
/// `floor_modulo` by zero.
std::optional<double> fold(program::BinaryOp op, double a, double b);

/// Returns the double that is nearest to a / b, as Python divides integers. `b` must not be
/// zero.
double true_quotient(WideInt a, WideInt b);

/// Returns the value of a tree of integer literals, each operation in its type. Returns nothing if the
/// expression is no such tree, or if a signed type does not hold a result.
std::optional<WideInt> fold_tree(const program::Expr& expr);
/// Returns the value of an integer literal, whose node may hold the bits of a uint64. Returns nothing for
/// other literals.
std::optional<WideInt> literal_integer(const program::Literal& literal);

} // namespace cudapy::checker
