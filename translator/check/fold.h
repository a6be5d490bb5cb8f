#pragma once
// Arithmetic on constants, as Python does it.

#include "translator/program/program.h"

#include <optional>

namespace cudapy::checker {

/// Nothing where the result leaves 64 bits, a shift count is not in [0, 63], or the divisor is zero.
/// `power` takes a non-negative exponent.
std::optional<int64_t> fold(program::BinaryOp op, int64_t a, int64_t b);
/// `divide`, `floor_divide` and `floor_modulo` by zero give nothing.
std::optional<double> fold(program::BinaryOp op, double a, double b);

/// The value of a tree of integer literals; nothing where it is no such tree.
std::optional<int64_t> fold_tree(const program::Expr& expr);

} // namespace cudapy::checker
