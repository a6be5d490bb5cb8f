#pragma once
// Arithmetic on constants, as Python does it.

#include "translator/program/program.h"

#include <optional>

namespace cudapy::checker {

/// Nothing where the result is neither an int64 nor a uint64, the count of a shift to the left is not in
/// [0, 126], or the divisor is zero. `power` takes a non-negative exponent.
std::optional<WideInt> fold(program::BinaryOp op, WideInt a, WideInt b);
/// The same of 128 bits, for what is on the way to a result.
std::optional<WideInt> fold_wide(program::BinaryOp op, WideInt a, WideInt b);
/// `divide`, `floor_divide` and `floor_modulo` by zero give nothing.
std::optional<double> fold(program::BinaryOp op, double a, double b);

/// The double that is nearest to a / b, as Python divides integers of up to 64 bits; b is not zero.
double true_quotient(WideInt a, WideInt b);

/// The value of a tree of integer literals; nothing where it is no such tree.
std::optional<WideInt> fold_tree(const program::Expr& expr);
/// The value of an integer literal, whose node holds the bits of a uint64; nothing for other literals.
std::optional<WideInt> literal_integer(const program::Literal& literal);

} // namespace cudapy::checker
