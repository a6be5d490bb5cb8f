#pragma once
// Makes expressions of the formulas of builtins/derivatives.h.

#include "translator/program/program.h"

#include <map>
#include <string_view>

namespace cudapy::differentiate {

/// The operands of a formula by their names: `x`, `f`. Each may be written as often as the formula names it.
using Operands = std::map<std::string_view, const program::Expr*>;

/// Returns the name of an operator in the table of derivatives; empty for one that has no row.
std::string_view derivative_name(program::BinaryOp op);
/// Returns whether a formula names an operand.
bool names_operand(std::string_view formula, std::string_view operand);
/// Returns the name of operand i in formulas: an integer is n.
std::string_view operand_name(const program::Expr& operand, std::size_t i);
/// Returns a number in each component of a vector, and any other value in a type of numbers.
program::ExprPtr widened(program::ExprPtr value, const Type* type);

/// Returns the expression that a formula stands for, in the type of floating or complex numbers or vectors
/// that it is computed in. A formula that compares gives a bool.
program::ExprPtr make_formula(std::string_view formula, const Type* type, const Operands& operands,
                              Span span);

/// Returns the product of a partial derivative and a tangent, without factors that are 1. Null stands for
/// the product with 0.
program::ExprPtr make_product(program::ExprPtr partial, program::ExprPtr tangent);
/// Returns the sum of two tangents, either of which may be null for 0.
program::ExprPtr make_sum(program::ExprPtr left, program::ExprPtr right);

/// Returns `n * x ** (n - 1)`, the slope of a power of a float to an integer; null where n is 0.
program::ExprPtr power_slope(const program::HelperCall& power);

} // namespace cudapy::differentiate
